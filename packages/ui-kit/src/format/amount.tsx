import './amount.css'
import { formatPoints } from '@cascade/contracts'

/** Points with two decimals in tabular digits; a negative one has its sign and a colour. */
export function Amount({ value }: { value: number }) {
  return (
    <span className="kit-amount" data-negative={value < 0 || undefined}>
      {formatPoints(value)}
    </span>
  )
}
