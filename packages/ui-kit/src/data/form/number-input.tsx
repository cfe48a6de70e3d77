import './form.css'
import { formatPoints } from '@cascade/contracts'
import { Input, type InputProps, type InputRef } from 'antd'
import { type ReactNode, type Ref, useState } from 'react'

type Props = Omit<InputProps, 'value' | 'defaultValue' | 'onChange' | 'type'> & {
  ref?: Ref<InputRef>
  value?: number | null
  /** The figure that was typed, null for none, NaN for a text that is no figure: what checks the form has words for it. */
  onChange?: (value: number | null) => void
  /** How a figure looks while nobody types it; left out where it would show another one. */
  format?: (value: number) => string
  /** Below the field, e.g. keys that type into it. */
  below?: (edit: Edit) => ReactNode
}

export type Edit = { text: string; type: (next: string) => void }

/** A number, as it is typed: bounds are said by who checks it, and never put another figure into the field. */
export function NumberInput({ value, onChange, format = String, below, ...rest }: Props) {
  const [typed, setTyped] = useState<{ text: string; value: number | null }>({ text: '', value: null })
  const figure = value ?? null
  const text = Object.is(typed.value, figure) ? typed.text : shown(figure, format)
  const type = (next: string) => {
    const value = readNumber(next)
    setTyped({ text: next, value })
    onChange?.(value)
  }
  const field = (
    <Input
      inputMode="decimal"
      autoComplete="off"
      className="kit-number-input"
      {...rest}
      value={text}
      onChange={event => type(event.target.value)}
      onBlur={event => {
        if (figure !== null && !Number.isNaN(figure)) setTyped({ text: shown(figure, format, text), value: figure })
        rest.onBlur?.(event)
      }}
    />
  )
  return below ? (
    <>
      {field}
      {below({ text, type })}
    </>
  ) : (
    field
  )
}

/** Points: grouped, with both decimals. */
export function AmountInput(props: Omit<Props, 'format' | 'below'>) {
  return <NumberInput {...props} format={formatPoints} data-points="" />
}

function shown(figure: number | null, format: (value: number) => string, otherwise?: string): string {
  if (figure === null || Number.isNaN(figure)) return ''
  const text = format(figure)
  return readNumber(text) === figure ? text : (otherwise ?? String(figure))
}

const plain = /^-?(\d+|\d{1,3}(,\d{3})+)?(\.\d*)?$/
/** So many digits every JSON number keeps; of more it would be another figure. */
const exactDigits = 15

/**
 * What a person typed, as exactly the figure that stands there: grouped by commas or not, with a decimal point.
 * @returns null for an empty text, NaN for one that is no such figure (`1e3`, `1,5`, `٣`, twenty digits)
 */
export function readNumber(text: string): number | null {
  const typed = text.trim()
  if (typed === '') return null
  const digits = typed.replace(/\D/g, '').replace(/^0+/, '')
  const isFigure = plain.test(typed) && /\d/.test(typed) && digits.length <= exactDigits
  return isFigure ? Number(typed.replaceAll(',', '')) : Number.NaN
}
