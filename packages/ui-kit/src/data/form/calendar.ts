import { serverNow } from '@cascade/web-kit'
import generateConfig from '@rc-component/picker/generate/dayjs'
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc'
import { businessClock } from '../../format/zone'

dayjs.extend(utc)

/**
 * What a calendar computes with: the face of a clock, without a zone. The browser's own zone would leave out an hour in
 * spring that the business zone has, and tell another today.
 */
export const clockFace = (shown: string) => dayjs.utc(shown)

/** antd's calendar with the today of the business zone. */
export const Calendar = DatePicker.generatePicker({
  ...generateConfig,
  getNow: () => clockFace(businessClock(serverNow())),
  locale: {
    ...generateConfig.locale,
    parse: (_locale, typed, formats) =>
      formats.map(format => dayjs.utc(typed, format, true)).find(day => day.isValid()) ?? null,
  },
})
