import { serverNow } from '@cascade/web-kit'
import type { DatePickerProps } from 'antd'
import { businessClock, momentOfClock } from '../../format/zone'
import { Calendar, clockFace } from './calendar'
import { CalendarField } from './calendar-field'

type Props = Pick<DatePickerProps, 'id' | 'disabled' | 'placeholder' | 'className' | 'style' | 'aria-label'> & {
  /** ISO time; empty for none. */
  value?: string
  onChange?: (moment: string) => void
  /** Days after today can be picked. */
  future?: true
}

const format = 'YYYY-MM-DD HH:mm:ss'

/** A moment on the clock of the business zone, to the second; a past one unless `future`. */
export function MomentPicker({ value, onChange, future, ...rest }: Props) {
  const clockText = businessClock(value)
  return (
    <CalendarField>
      <Calendar
        {...rest}
        showTime
        format={format}
        value={clockText ? clockFace(clockText) : null}
        disabledDate={day => !future && day.isAfter(clockFace(businessClock(serverNow())), 'day')}
        onChange={picked => onChange?.(picked ? momentOfClock(picked.format(format)).toISOString() : '')}
      />
    </CalendarField>
  )
}
