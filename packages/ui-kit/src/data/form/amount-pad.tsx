import './form.css'
import { formatPoints } from '@cascade/contracts'
import type { ComponentProps } from 'react'
import { commonTexts } from '../../i18n/texts'
import { BackIcon } from '../../icons/icons'
import { type Edit, NumberInput } from './number-input'

type Props = Omit<ComponentProps<typeof NumberInput>, 'format' | 'below' | 'inputMode'>

/** Points input for phones: a large field with its own keypad instead of the phone's; hardware keyboards still work. */
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

/** The ledger's exact range. */
const digitsMax = 12
const decimalsMax = 2

/** Field text after a key; a key that would make the amount invalid changes nothing. */
export function applyKey(text: string, key: string): string {
  // Drop the `.00` of a preset amount, so that digits append to whole points.
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
