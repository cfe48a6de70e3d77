import { screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../testing'
import { AmountInput } from './number-input'

let formValue: number | null | undefined

function Amount({ begin }: { begin?: number }) {
  const [value, setValue] = useState<number | null | undefined>(begin)
  formValue = value
  return (
    <>
      <AmountInput aria-label="Amount" min={1} max={10} value={value ?? null} onChange={setValue} />
      <button type="button" onClick={() => setValue(1500)}>
        All
      </button>
      <button type="button" onClick={() => setValue(null)}>
        None
      </button>
    </>
  )
}

async function open(begin?: number) {
  const { user } = await renderApp(
    [{ path: '/form', element: <Amount {...(begin !== undefined && { begin })} /> }],
    '/form',
  )
  const field = screen.getByLabelText<HTMLInputElement>('Amount')
  return { user, field, press: (name: string) => user.click(screen.getByRole('button', { name })) }
}

describe('a number input', () => {
  it.each([
    ['0', 0, '0.00'],
    ['-5000.5', -5000.5, '-5,000.50'],
    ['999', 999, '999.00'],
    ['1.005', 1.005, '1.005'],
    ['2,50,000.5', 250_000.5, '250,000.50'],
    ['٣', 3, '3.00'],
    ['−40', -40, '-40.00'],
    ['1e3', Number.NaN, '1e3', 'Write all digits, without an exponent'],
    ['7,50', Number.NaN, '7,50', 'Write decimals with a point: 7.50'],
    ['₹250', Number.NaN, '₹250', 'Leave out the currency sign'],
    ['99999999999999999999', Number.NaN, '99999999999999999999', 'At most 15 digits'],
  ])('holds %j as %d and shows it as %j whatever the bounds', async (typed, figure, shown, fault = '') => {
    const { user, field } = await open()
    await user.type(field, typed)
    expect(field.value).toBe(typed)
    expect(screen.queryByRole('alert')).toBeNull()
    await user.tab()
    expect(screen.queryByRole('alert')?.textContent ?? '').toBe(fault)
    expect(field.getAttribute('aria-describedby') ?? '').toBe(screen.queryByRole('alert')?.id ?? '')
    expect(formValue).toBe(figure)
    expect(field.value).toBe(shown)
  })

  it('ignores the mouse wheel and the arrow keys', async () => {
    const { user, field } = await open(5)
    expect(field.value).toBe('5.00')
    await user.type(field, '{ArrowUp}{ArrowDown}{ArrowDown}')
    expect(formValue).toBe(5)
  })

  it('shows a value set from outside, even over invalid text', async () => {
    const { user, field, press } = await open()
    await user.type(field, 'ten')
    await press('All')
    expect(field.value).toBe('1,500.00')
    await user.clear(field)
    expect(formValue).toBeNull()
    await user.type(field, 'ten')
    await press('None')
    expect(field.value).toBe('')
  })
})
