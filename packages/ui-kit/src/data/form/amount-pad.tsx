import './form.css'
import { formatPoints } from '@cascade/contracts'
import type { ComponentProps } from 'react'
import { commonTexts } from '../../i18n/texts'
import { BackIcon } from '../../icons/icons'
import { type Edit, NumberInput } from './number-input'

type Props = Omit<ComponentProps<typeof NumberInput>, 'format' | 'below' | 'inputMode'>

/** Points on a phone: a large field with keys of its own below, in place of the phone's; other keyboards still type. */
export function AmountPad(props: Props) {
  return (
    <NumberInput
      {...props}
      format={formatPoints}
      data-points=""
      data-pad=""
      inputMode="none"
      below={edit => <Keys {...edit} />}
    />
  )
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
const back = 'back'

function Keys({ text, type }: Edit) {
  const common = commonTexts.useText()
  const key = (name: string, label = name) => (
    <button
      key={name}
      type="button"
      // The field keeps the focus, and what stands in it its look; whoever has keys types in the field.
      tabIndex={-1}
      data-key={name}
      aria-label={label}
      onMouseDown={event => event.preventDefault()}
      onClick={() => type(applyKey(text, name))}
    >
      {name === back ? <BackIcon /> : name}
    </button>
  )
  return (
    <fieldset className="kit-pad" aria-label={common('amountKeys')}>
      {digits.map(digit => key(digit))}
      {key('.', common('decimalPoint'))}
      {key('0')}
      {key('00')}
      {key(back, common('deleteDigit'))}
    </fieldset>
  )
}

/** Of more the ledger could not be told exactly. */
const digitsMax = 12
const decimalsMax = 2

/** What stands in the field after a key; one that would make no points of it changes nothing. */
export function applyKey(text: string, key: string): string {
  // Whole points go on as such: nobody typed the zeros behind them.
  const before = text.replaceAll(',', '').replace(/\.00$/, '')
  if (key === back) return groupThousands(before.slice(0, -1))
  if (key === '.') return before.includes('.') ? text : `${groupThousands(before === '' ? '0' : before)}.`
  const [whole = '', decimals] = (before + key).split('.')
  if (decimals !== undefined) return decimals.length > decimalsMax ? text : `${groupThousands(whole)}.${decimals}`
  const plain = whole.replace(/^0+(?=\d)/, '')
  return plain.length > digitsMax ? text : groupThousands(plain)
}

function groupThousands(text: string): string {
  const [whole = '', ...decimals] = text.split('.')
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...decimals].join('.')
}
