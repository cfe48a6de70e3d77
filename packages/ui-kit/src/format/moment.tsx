import { defineTexts } from '../i18n/texts'
import { formatDateTime } from './format'
import { type Time, viewerClock } from './zone'

/** A moment on the clock of the business zone; the tooltip shows the reader's own clock if it differs. */
export function Moment({ at }: { at: Time }) {
  const clockText = formatDateTime(at)
  if (!at || clockText === '') return null
  const own = viewerClock(at)
  return (
    <time
      translate="no"
      dateTime={new Date(at).toISOString()}
      title={own ? momentTexts.text('own', { time: own }) : undefined}
    >
      {clockText}
    </time>
  )
}

const momentTexts = defineTexts('moment', { own: '{time}, your own time' })
