import type { AnyEvent } from '@cascade/contracts'
import { playEvents, playFeedName } from '@cascade/contracts/accounts'
import type { Feed } from '@cascade/service-kit'
import { projectPlay } from './project-play'

const events = Object.values(playEvents)

/**
 * What svc-live knows of the ledger: tickets, totals, pools and claims, from every posting in the order in which it
 * was booked. No clock and no waiting decides whether a draw is complete: its closing stands behind all its stakes.
 */
export const playFeed: Feed = {
  producer: 'accounts',
  feed: playFeedName,
  name: 'live-play',
  plans: [],
  schemas: Object.fromEntries(events.map(event => [event.shape.type.value, event])),
  project: (db, batch: readonly AnyEvent[], tx) => projectPlay(db, batch, tx),
}
