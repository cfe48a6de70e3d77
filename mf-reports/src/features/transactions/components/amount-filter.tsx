import './amount-filter.css'
import { AmountInput } from '@cascade/ui-kit/forms'
import { texts } from '../../../texts'

type Props = { from: string; to: string; onChange: (from: string, to: string) => void }

const textOf = (amount: number | null) => (amount === null ? '' : String(amount))
const amountOf = (text: string) => (text === '' || Number.isNaN(Number(text)) ? null : Number(text))

/** From how much to how much, whatever the direction; taken when the field is left or Enter is pressed. */
export function AmountFilter({ from, to, onChange }: Props) {
  const text = texts.useText()
  const box = (name: 'amountFrom' | 'amountTo', value: string, take: (amount: string) => void) => (
    <AmountInput
      key={`${name}-${value}`}
      defaultValue={amountOf(value) ?? undefined}
      min={0}
      placeholder={text(name)}
      aria-label={text(name)}
      onBlur={event => takeText(event.target.value, value, take)}
      onPressEnter={event => event.target instanceof HTMLInputElement && event.target.blur()}
    />
  )
  return (
    <span className="reports-amounts">
      {box('amountFrom', from, amount => onChange(amount, to))}
      {box('amountTo', to, amount => onChange(from, amount))}
    </span>
  )
}

function takeText(typed: string, before: string, take: (amount: string) => void) {
  const amount = textOf(amountOf(typed.replace(/[^\d.]/g, '')))
  if (amount !== before) take(amount)
}
