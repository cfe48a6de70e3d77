import { act, screen, waitFor } from '@testing-library/react'
import { Link } from 'react-router-dom'
import { describe, expect, it, vi } from 'vitest'
import { renderApp } from '../testing'
import { useReturnToList } from './use-return-to-list'

function Form() {
  const returnToList = useReturnToList('/list')
  return (
    <>
      <Link to="?q=a">search</Link>
      <Link to="?q=b" replace>
        search on
      </Link>
      <button type="button" onClick={returnToList.now}>
        cancel
      </button>
      <button type="button" onClick={() => void returnToList.afterSuccess()}>
        save
      </button>
    </>
  )
}

async function open(url: string) {
  const routes = [
    { path: '/list', element: <Link to="/form">add</Link> },
    { path: '/form', element: <Form /> },
    { path: '/away', element: <p>away</p> },
  ]
  const view = await renderApp(routes, url)
  const at = () => view.router.state.location.pathname + view.router.state.location.search
  return { ...view, at }
}

describe('a form that is done', () => {
  it('returns to the list as it was left after the success message', async () => {
    const { user, at } = await open('/list?q=pune&page=2')
    await user.click(await screen.findByRole('link', { name: 'add' }))
    await user.click(await screen.findByRole('button', { name: 'save' }))
    expect(at()).toBe('/form')
    await waitFor(() => expect(at()).toBe('/list?q=pune&page=2'))
  })

  it('leaves the page however many searches it added to the history', async () => {
    const { user, at, router } = await open('/list?page=2')
    await user.click(await screen.findByRole('link', { name: 'add' }))
    await user.click(await screen.findByRole('link', { name: 'search' }))
    await user.click(screen.getByRole('link', { name: 'search on' }))
    await user.click(screen.getByRole('link', { name: 'search' }))
    await act(async () => router.navigate(-1))
    expect(at()).toBe('/form?q=b')
    await user.click(screen.getByRole('button', { name: 'cancel' }))
    await waitFor(() => expect(at()).toBe('/list?page=2'))
  })

  it('opens the list from the start when the form was opened by its address', async () => {
    const { user, at } = await open('/form')
    await user.click(await screen.findByRole('button', { name: 'cancel' }))
    await waitFor(() => expect(at()).toBe('/list'))
  })

  it('does not navigate a user who has already left', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { user, at, router } = await open('/list')
    await user.click(await screen.findByRole('link', { name: 'add' }))
    await user.click(await screen.findByRole('button', { name: 'save' }))
    await act(async () => router.navigate('/away'))
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(at()).toBe('/away')
  })
})
