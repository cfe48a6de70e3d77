import './amount-input.css'
import { formatPoints } from '@cascade/contracts'
import { InputNumber, type InputNumberProps } from 'antd'

type Props = Omit<InputNumberProps<number>, 'precision' | 'formatter' | 'parser' | 'stringMode' | 'controls'>

/** Points: two decimals, grouped while typing, no spinner buttons that a wheel could turn. */
export function AmountInput(props: Props) {
  return (
    <InputNumber<number>
      {...props}
      className="kit-amount-input"
      controls={false}
      changeOnWheel={false}
      inputMode="decimal"
      precision={2}
      formatter={formatted}
      parser={pointsIn}
    />
  )
}

/** One function for ever: a new one would format what is half typed, whenever the screen around it is drawn again. */
const formatted: InputNumberProps<number>['formatter'] = (value, { userTyping, input }) =>
  userTyping ? input : grouped(value)

/** As amounts are shown everywhere: thousands in groups and both decimals. */
function grouped(value: number | string | undefined): string {
  if (value === undefined || value === null || value === '') return ''
  return formatPoints(Number(value))
}

/** An empty field stays empty: antd takes '' for no number, which its type does not know; 0 would be one. */
function pointsIn(text: string | undefined): number {
  const digits = (text ?? '').replace(/[^\d.-]/g, '')
  return digits === '' ? ('' as unknown as number) : Number(digits)
}
