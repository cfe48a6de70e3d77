import { Input } from 'antd'
import { useEffect, useState } from 'react'

type Props = { value: string; onChange: (value: string) => void; placeholder: string; 'aria-label': string }

const isPoints = (text: string) => text === '' || /^-?\d{1,13}(\.\d{1,2})?$/.test(text)

/** An end of a range of points; it counts when the field is left or Enter is pressed, not with every digit. */
export function PointsFilter({ value, onChange, ...rest }: Props) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const text = typed.replace(/[\s,]/g, '')
  const settle = () => {
    if (isPoints(text) && text !== value) onChange(text)
  }
  return (
    <Input
      {...rest}
      inputMode="decimal"
      value={typed}
      status={isPoints(text) ? '' : 'error'}
      onChange={event => setTyped(event.target.value)}
      onBlur={settle}
      onPressEnter={settle}
    />
  )
}
