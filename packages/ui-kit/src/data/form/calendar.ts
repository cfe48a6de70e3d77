import { serverNow } from '@cascade/web-kit'
import generateConfig from '@rc-component/picker/generate/dayjs'
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { businessClock } from '../../format/zone'

dayjs.extend(utc)

/**
 * Zone-less wall-clock time for calendar arithmetic. In the browser's zone, an hour skipped by its DST would be
 * missing, and today could differ.
 */
export const clockFace = (clockText: string) => dayjs.utc(clockText)

/** antd's calendar with today in the business zone. */
export const Calendar = DatePicker.generatePicker({
  ...generateConfig,
  getNow: () => clockFace(businessClock(serverNow())),
  locale: {
    ...generateConfig.locale,
    parse: (_locale, typed, formats) =>
      formats.map(format => dayjs.utc(typed, format, true)).find(day => day.isValid()) ?? null,
  },
})
