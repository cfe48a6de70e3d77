import './control.css'
import { formatPoints } from '@cascade/contracts'
import type { LiveGame } from '@cascade/contracts/live'
import { formatDateTime } from '@cascade/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { texts } from '../../texts'
import { stopsQuery } from '../calls'
import { choiceText, costOf } from './choice'

/** A result that somebody saved and that is not drawn yet: nobody should overlook it. */
export function PendingBanner({ live }: { live: LiveGame }) {
  const text = texts.useText()
  const { pending, drawId } = live
  if (!pending) return null
  const { picks, booster, by, at } = pending
  const isForThis = pending.drawId === drawId
  return (
    <section className="live-banner" data-kind="pending" aria-label={text('pendingResult')}>
      <b>{choiceText(live, picks) || pending.result}</b>
      <span className="live-banner-words">
        <strong>{text(isForThis ? 'pendingHere' : 'pendingNext', { booster })}</strong>
        <span>
          {text('savedBy', { username: by.username, at: formatDateTime(at) })}
          {isForThis && ` ${text('pendingCost', { cost: formatPoints(costOf(live, picks, booster)) })}`}
        </span>
      </span>
    </section>
  )
}

/** Says that nobody can bet, who stopped it and why. */
export function StopBanner({ live }: { live: LiveGame }) {
  const { game, admin, everywhere } = live.stops
  if (!game && !admin && !everywhere) return null
  return <Stopped live={live} />
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
            {text('stoppedBy', { username: by.username, at: formatDateTime(at) })} {reason}
          </span>
        ))}
      </span>
    </section>
  )
}
