import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../../testing'
import { AmountInput } from './amount-input'

it('groups thousands, shows both decimals, and keeps a sign: without it another amount would be sent', async () => {
  const { user } = await renderApp([{ path: '/form', element: <AmountInput aria-label="Amount" /> }], '/form')
  const field = screen.getByLabelText<HTMLInputElement>('Amount')
  await user.type(field, '-5000.5')
  expect(field.value).toBe('-5000.5')
  await user.tab()
  expect(field.value).toBe('-5,000.50')
})
