import { InputNumber, type InputNumberProps } from 'antd'

type Props = Omit<InputNumberProps<number>, 'precision' | 'formatter' | 'parser' | 'stringMode' | 'controls'>

/** Points: two decimals, grouped while typing, no spinner buttons that a wheel could turn. */
export function AmountInput(props: Props) {
  return (
    <InputNumber<number>
      {...props}
      className="c-amount-input"
      controls={false}
      changeOnWheel={false}
      inputMode="decimal"
      precision={2}
      formatter={(value, { userTyping, input }) => (userTyping ? input : grouped(value))}
      parser={text => Number((text ?? '').replace(/[^\d.-]/g, ''))}
    />
  )
}

function grouped(value: number | string | undefined): string {
  if (value === undefined || value === null || value === '') return ''
  const [whole = '', decimals] = String(value).split('.')
  const groups = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return decimals === undefined ? groups : `${groups}.${decimals}`
}
