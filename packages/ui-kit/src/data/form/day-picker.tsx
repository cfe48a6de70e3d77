import type { DatePickerProps } from 'antd'
import { Calendar, clockFace } from './calendar'
import { CalendarField } from './calendar-field'

type Props = Pick<DatePickerProps, 'id' | 'disabled' | 'placeholder' | 'className' | 'style' | 'aria-label'> & {
  /** `YYYY-MM-DD`; empty for no day. */
  value?: string
  onChange?: (day: string) => void
}

const format = 'YYYY-MM-DD'

/** Business day as text, so that screens need no date library. Works inside a `Field`. */
export function DayPicker({ value, onChange, ...rest }: Props) {
  const day = value ? clockFace(value) : null
  return (
    <CalendarField>
      <Calendar
        {...rest}
        format={format}
        value={day?.isValid() ? day : null}
        onChange={picked => onChange?.(picked ? picked.format(format) : '')}
      />
    </CalendarField>
  )
}
