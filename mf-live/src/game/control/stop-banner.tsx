import './control.css'
import type { LiveGame } from '@cascade/contracts/live'
import { formatActor, formatDateTime } from '@cascade/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { texts } from '../../texts'
import { stopsQuery } from '../calls'

export function StopBanner({ live }: { live: LiveGame }) {
  const { game, admin, everywhere } = live.stops
  return (
    <>
      {Date.parse(live.now) < Date.parse(live.opensAt) && <Paused live={live} />}
      {(game || admin || everywhere) && <Stopped live={live} />}
    </>
  )
}

/** The next draw waits for the end of a maintenance. */
function Paused({ live }: { live: LiveGame }) {
  const text = texts.useText()
  return (
    <section className="live-banner" data-kind="stopped" role="status">
      <b>{text('drawsPaused')}</b>
      <span className="live-banner-words">{text('nextDrawOpens', { at: formatDateTime(live.opensAt) })}</span>
    </section>
  )
}

function Stopped({ live: { adminId, gameId, stops } }: { live: LiveGame }) {
  const text = texts.useText()
  const { data = [] } = useQuery(stopsQuery())
  const own = data.filter(stop => (stop.adminId ?? adminId) === adminId && (stop.gameId ?? gameId) === gameId)
  const scope = stops.everywhere ? 'stoppedEverywhere' : stops.admin ? 'stoppedAdmin' : 'stoppedGame'
  return (
    <section className="live-banner" data-kind="stopped" role="status">
      <b>{text('bettingStopped')}</b>
      <span className="live-banner-words">
        <strong>{text(scope)}</strong>
        {own.map(({ by, at, reason }) => (
          <span key={at}>
            {text('stoppedBy', { username: formatActor(by), at: formatDateTime(at) })} {reason}
          </span>
        ))}
      </span>
    </section>
  )
}
