import './form.css'
import { formatPoints, type ParsedNumber, parseNumber } from '@cascade/contracts'
import { Input, type InputProps, type InputRef } from 'antd'
import { type ReactNode, type Ref, useId, useState } from 'react'

type Props = Omit<InputProps, 'value' | 'defaultValue' | 'onChange' | 'type'> & {
  ref?: Ref<InputRef>
  value?: number | null
  /** The typed number, null for none, NaN for invalid text: the form's validation has the message. */
  onChange?: (value: number | null) => void
  /** Display format while the field is not edited; skipped where it would change the value. */
  format?: (value: number) => string
  below?: (edit: Edit) => ReactNode
}

export type Edit = { text: string; type: (next: string) => void }

/**
 * Number input that keeps exactly what was typed: bounds are checked by the form and never change the value. Invalid
 * text is explained below the field on blur.
 */
export function NumberInput({ value, onChange, format = String, below, ...rest }: Props) {
  const [typed, setTyped] = useState<ParsedNumber & { text: string }>({ text: '', value: null })
  const [isBlurred, setIsBlurred] = useState(false)
  const faultId = useId()
  const figure = value ?? null
  const text = Object.is(typed.value, figure) ? typed.text : formatFigure(figure, format)
  const fault = isBlurred && Object.is(typed.value, figure) ? typed.error : undefined
  const type = (next: string) => {
    const read = parseNumber(next, typeof rest.suffix === 'string' ? rest.suffix : undefined)
    setTyped({ text: next, ...read })
    setIsBlurred(false)
    onChange?.(read.value)
  }
  const field = (
    <Input
      inputMode="decimal"
      autoComplete="off"
      className="kit-number-input"
      {...rest}
      value={text}
      aria-describedby={describedBy(rest['aria-describedby'], fault && faultId)}
      onChange={event => type(event.target.value)}
      onPressEnter={event => {
        setIsBlurred(true)
        rest.onPressEnter?.(event)
      }}
      onBlur={event => {
        setIsBlurred(true)
        if (figure !== null && !Number.isNaN(figure))
          setTyped({ text: formatFigure(figure, format, text), value: figure })
        rest.onBlur?.(event)
      }}
    />
  )
  return (
    <>
      {field}
      <NumberFault id={faultId} fault={fault} />
      {below?.({ text, type })}
    </>
  )
}

const describedBy = (...ids: (string | undefined)[]) => ids.filter(Boolean).join(' ') || undefined

export function NumberFault({ id, fault }: { id: string; fault: string | undefined }) {
  return (
    fault && (
      <div id={id} className="kit-number-fault" role="alert">
        {fault}
      </div>
    )
  )
}

/** Points: grouped, with two decimals. */
export function AmountInput(props: Omit<Props, 'format' | 'below'>) {
  return <NumberInput {...props} format={formatPoints} data-points="" />
}

function formatFigure(figure: number | null, format: (value: number) => string, fallback?: string): string {
  if (figure === null || Number.isNaN(figure)) return ''
  const text = format(figure)
  return parseNumber(text).value === figure ? text : (fallback ?? String(figure))
}
