import { DatePicker, type DatePickerProps } from 'antd'
import dayjs from 'dayjs'
import { CalendarField } from './calendar-field'

type Props = Pick<DatePickerProps, 'id' | 'disabled' | 'placeholder' | 'className' | 'style' | 'aria-label'> & {
  /** A moment as the contracts write it; empty for none. */
  value?: string
  onChange?: (moment: string) => void
}

/** A past moment of the reader's clock, to the second. */
export function MomentPicker({ value, onChange, ...rest }: Props) {
  const moment = value ? dayjs(value) : null
  return (
    <CalendarField>
      <DatePicker
        {...rest}
        showTime
        format="YYYY-MM-DD HH:mm:ss"
        value={moment?.isValid() ? moment : null}
        disabledDate={day => day.isAfter(dayjs(), 'day')}
        onChange={picked => onChange?.(picked ? picked.toISOString() : '')}
      />
    </CalendarField>
  )
}
