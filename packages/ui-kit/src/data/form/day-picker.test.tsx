import { screen, waitFor } from '@testing-library/react'
import { Button, Form, Input } from 'antd'
import { expect, it, vi } from 'vitest'
import { renderApp } from '../../testing'
import { DayPicker } from './day-picker'
import { Field } from './field'

async function show() {
  const send = vi.fn()
  const form = (
    <Form onFinish={send}>
      <Field name="day" label="Day">
        <DayPicker />
      </Field>
      <Field name="note" label="Note">
        <Input />
      </Field>
      <Button htmlType="submit">Send</Button>
    </Form>
  )
  return { ...(await renderApp([{ path: '/form', element: form }], '/form')), send }
}

it('takes a typed day with Enter, which sends nothing', async () => {
  const { user, send } = await show()
  await user.type(screen.getByLabelText('Day'), '2026-01-04{Enter}')
  await user.type(screen.getByLabelText('Note'), 'x')
  expect(send).not.toHaveBeenCalled()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(send).toHaveBeenCalledWith({ day: '2026-01-04', note: 'x' }))
})
