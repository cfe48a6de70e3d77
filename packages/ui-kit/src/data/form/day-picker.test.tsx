import { screen, waitFor } from '@testing-library/react'
import { Button, Form } from 'antd'
import { describe, expect, it, vi } from 'vitest'
import { renderApp } from '../../testing'
import { DayPicker } from './day-picker'
import { Field } from './field'

describe('the day picker', () => {
  it('accepts a typed day with Enter without submitting the form', async () => {
    const send = vi.fn()
    const element = (
      <Form onFinish={send}>
        <Field name="day" label="Day">
          <DayPicker />
        </Field>
        <Button htmlType="submit">Send</Button>
      </Form>
    )
    const { user } = await renderApp([{ path: '/form', element }], '/form')
    await user.type(screen.getByLabelText('Day'), '2026-01-04{Enter}')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(send).toHaveBeenCalledWith({ day: '2026-01-04' }))
    expect(send).toHaveBeenCalledTimes(1)
  })
})
