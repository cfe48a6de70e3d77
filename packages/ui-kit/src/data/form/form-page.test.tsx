import { ApiError, endSession, useSession } from '@cascade/web-kit'
import { signInAs } from '@cascade/web-kit/testing'
import { act, screen, waitFor } from '@testing-library/react'
import { Input } from 'antd'
import { describe, expect, it, vi } from 'vitest'
import { renderApp } from '../../testing'
import { Field } from './field'
import { FormPage, type FormPageProps } from './form'

type Values = { city: string; email: string }

async function show(props: Partial<FormPageProps<Values>> = {}) {
  const submit = props.submit ?? vi.fn(async () => undefined)
  const page = (
    <FormPage<Values> title="Edit" initialValues={{ city: 'Pune', email: '' }} {...props} submit={submit}>
      <Field name="city" label="City">
        <Input />
      </Field>
      <Field name="email" label="Email">
        <Input />
      </Field>
    </FormPage>
  )
  const routes = [
    { path: '/form', element: page },
    { path: '/away', element: <p>away</p> },
  ]
  return { ...(await renderApp(routes, '/form')), submit }
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const send = () => screen.getByRole('button', { name: /Submit/ })

describe('submitting a form', () => {
  it('passes all values and the changed ones', async () => {
    const view = await show()
    await view.user.type(field('Email'), 'a@b.c')
    await view.user.click(send())
    expect(view.submit).toHaveBeenCalledWith({ city: 'Pune', email: 'a@b.c' }, { email: 'a@b.c' })
  })

  it('sends once however often it is clicked', async () => {
    let finish: () => void = () => undefined
    const submit = vi.fn(() => new Promise<void>(resolve => (finish = resolve)))
    const view = await show({ submit, busyLabel: 'Updating...' })
    await view.user.dblClick(send())
    expect(submit).toHaveBeenCalledTimes(1)
    expect(screen.getByRole('button', { name: /Updating.../ }).hasAttribute('disabled')).toBe(true)
    finish()
    await screen.findByRole('button', { name: /Submit/ })
  })

  it('does not navigate a user who left while it was being sent', async () => {
    let finish: () => void = () => undefined
    const submit = () => new Promise<void>(resolve => (finish = resolve))
    const onDone = vi.fn()
    const view = await show({ submit, onDone })
    await view.user.click(send())
    await act(async () => view.router.navigate('/away'))
    await act(async () => finish())
    expect(await screen.findByText('away')).toBeTruthy()
    expect(onDone).not.toHaveBeenCalled()
  })
})

describe('errors of a form', () => {
  it('appear at their fields, linked to the inputs, with the first one focused', async () => {
    const view = await show({ validate: () => ({ email: 'Email is required' }) })
    await view.user.click(send())
    await screen.findByText('Email is required')
    expect(view.submit).not.toHaveBeenCalled()
    await waitFor(() => expect(document.activeElement).toBe(field('Email')))
    const described = field('Email').getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(described)?.textContent).toContain('Email is required')
    await view.user.type(field('Email'), 'x')
    await waitFor(() => expect(screen.queryByText('Email is required')).toBeNull())
  })

  it('appear at their fields when they come from the server, and nothing typed is lost', async () => {
    const refused = new ApiError({ status: 400, code: 'VALIDATION', message: 'Check.', errors: { email: 'Taken' } })
    const view = await show({ submit: () => Promise.reject(refused) })
    await view.user.type(field('Email'), 'a@b.c')
    await view.user.click(send())
    expect(await screen.findByText('Taken')).toBeTruthy()
    expect(field('Email').value).toBe('a@b.c')
  })

  it('appear above the form when they have no field, and disappear by themselves', async () => {
    const refused = new ApiError({ status: 409, code: 'CONFLICT', message: 'Insufficient balance.' })
    const view = await show({ submit: () => Promise.reject(refused), messageForMs: 300 })
    await view.user.click(send())
    expect(await screen.findByText('Insufficient balance.')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('Insufficient balance.')).toBeNull())
  })
})

describe('leaving a form', () => {
  it('asks before typed text is lost; Cancel has the focus and stays', async () => {
    const view = await show()
    await view.user.type(field('City'), 'x')
    void view.router.navigate('/away')
    const stay = await screen.findByRole('button', { name: 'Stay' })
    await waitFor(() => expect(document.activeElement).toBe(stay))
    await view.user.click(stay)
    expect(view.router.state.location.pathname).toBe('/form')
  })

  it('continues when the user confirms', async () => {
    const view = await show()
    await view.user.type(field('City'), 'x')
    void view.router.navigate('/away')
    await view.user.click(await screen.findByRole('button', { name: 'Leave' }))
    expect(await screen.findByText('away')).toBeTruthy()
  })

  it('does not ask when nothing was typed or everything is sent', async () => {
    const view = await show({ onDone: () => undefined })
    await view.user.type(field('City'), 'x')
    await view.user.click(send())
    await view.router.navigate('/away')
    expect(await screen.findByText('away')).toBeTruthy()
  })
})

describe('a session that ends under a form', () => {
  type Secret = { city: string; password: string }
  function Guarded() {
    const user = useSession(state => state.user)
    if (!user) return <p>login</p>
    return (
      <FormPage<Secret> title="Add" initialValues={{ city: '' }} submit={async () => undefined}>
        <Field name="city" label="City">
          <Input />
        </Field>
        <Field name="password" label="Password">
          <Input />
        </Field>
      </FormPage>
    )
  }

  async function interrupt(next: string) {
    signInAs({ _id: 'a1' })
    const view = await renderApp([{ path: '/form', element: <Guarded /> }], '/form')
    await view.user.type(field('City'), 'Pune')
    await view.user.type(field('Password'), 'secret-1')
    await act(async () => endSession('expired'))
    await screen.findByText('login')
    await act(async () => void signInAs({ _id: next }))
    return view
  }

  it('restores typed text at the next login of the same user, without secrets', async () => {
    await interrupt('a1')
    expect(await screen.findByText(/Your input has been restored/)).toBeTruthy()
    expect(field('City').value).toBe('Pune')
    expect(field('Password').value).toBe('')
    expect(JSON.stringify(sessionStorage)).not.toContain('secret-1')
  })

  it('does not show typed text to another user', async () => {
    await interrupt('a2')
    expect(field('City').value).toBe('')
    expect(screen.queryByText(/Your input has been restored/)).toBeNull()
    expect(JSON.stringify(sessionStorage)).not.toContain('Pune')
  })
})
