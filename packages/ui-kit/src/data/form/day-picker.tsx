import { DatePicker, type DatePickerProps } from 'antd'
import dayjs from 'dayjs'

type Props = Pick<DatePickerProps, 'id' | 'disabled' | 'placeholder' | 'className' | 'style' | 'aria-label'> & {
  /** `YYYY-MM-DD`; empty for no day. */
  value?: string
  onChange?: (day: string) => void
}

const format = 'YYYY-MM-DD'

/** A day of the calendar as text, so that screens need no library for dates. Works inside a `Field`. */
export function DayPicker({ value, onChange, ...rest }: Props) {
  const day = value ? dayjs(value) : null
  return (
    <DatePicker
      {...rest}
      format={format}
      value={day?.isValid() ? day : null}
      onChange={picked => onChange?.(picked ? picked.format(format) : '')}
    />
  )
}
