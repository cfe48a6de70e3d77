import './banners.css'
import { formatPoints } from '@cascade/contracts'
import type { LiveGame } from '@cascade/contracts/live'
import { formatDateTime } from '@cascade/ui-kit'
import { texts } from '../../../texts'
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
