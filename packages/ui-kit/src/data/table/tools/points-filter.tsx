import { Input } from 'antd'
import { useEffect, useState } from 'react'
import { readNumber } from '../../form/read-number'

type Props = {
  value: string
  onChange: (value: string) => void
  /** The least that can be asked for, where the figures have no sign. */
  least?: number
  placeholder: string
  'aria-label': string
}

/** An end of a range of points; it counts when the field is left or Enter is pressed, and only as it was typed. */
export function PointsFilter({ value, onChange, least = Number.NEGATIVE_INFINITY, ...rest }: Props) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const points = readNumber(typed)
  const isFault = points !== null && !(points >= least && Number(points.toFixed(2)) === points)
  const settle = () => {
    const next = points === null ? '' : String(points)
    if (!isFault && next !== value) onChange(next)
  }
  return (
    <Input
      {...rest}
      inputMode="decimal"
      value={typed}
      status={isFault ? 'error' : ''}
      aria-invalid={isFault}
      onChange={event => setTyped(event.target.value)}
      onBlur={settle}
      onPressEnter={settle}
    />
  )
}
