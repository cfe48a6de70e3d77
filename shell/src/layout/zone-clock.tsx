import './layout.css'
import { formatTime, useBusinessZone, viewerClock, zoneLabel } from '@cascade/ui-kit'
import { useEffect, useState } from 'react'
import { shellTexts } from '../texts'

const minuteMs = 60_000

/** What time it is for the business, and in which zone all times of the page are. */
export function ZoneClock() {
  const text = shellTexts.useText()
  useBusinessZone()
  const now = useMinute()
  const own = viewerClock(now)
  return (
    <p className="shell-zone" translate="no" title={own && text('ownClock', { time: own })}>
      <span className="kit-sr-only">{text('times')} </span>
      <time dateTime={now.toISOString()}>{formatTime(now)}</time> {zoneLabel(now)}
    </p>
  )
}

/** Now, told anew with each minute. */
function useMinute(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), minuteMs - (now.getTime() % minuteMs))
    return () => clearTimeout(timer)
  }, [now])
  return now
}
