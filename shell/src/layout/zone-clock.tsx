import './layout.css'
import { formatTime, useBusinessZone, viewerClock, zoneLabel } from '@cascade/ui-kit'
import { serverNow, useClockOffsetMs } from '@cascade/web-kit'
import { useEffect, useReducer } from 'react'
import { shellTexts } from '../texts'

const minuteMs = 60_000

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

/** Current time by the server's clock; re-renders every minute and when the clock offset changes. */
function useMinute(): Date {
  useClockOffsetMs()
  const [, renderNext] = useReducer((minutes: number) => minutes + 1, 0)
  const now = serverNow()
  useEffect(() => {
    const timer = setTimeout(renderNext, minuteMs - (now % minuteMs))
    return () => clearTimeout(timer)
  })
  return new Date(now)
}
