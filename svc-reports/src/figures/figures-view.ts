import type { AnyEvent } from '@cascade/contracts'
import type { Ancestry } from '@cascade/contracts/accounts'
import { type DrawSettled, liveEvents, type Rates, type TicketClaimed } from '@cascade/contracts/live'
import { type AccountRow, accountsOf, type Tx } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import type { View } from '../views/generations'
import { figurePlans } from './figure-rows'
import { keepFigures } from './keep-figures'
import { lineOfClaim, linesOfSettled, type PlayLine, type RatesOf } from './play-lines'

const { drawSettled, ticketClaimed } = liveEvents
const settledType = drawSettled.shape.type.value
const claimedType = ticketClaimed.shape.type.value

const schemas: View['schemas'] = { [settledType]: drawSettled, [claimedType]: ticketClaimed }

/** What was played, won and claimed, by every step of the tree, day, hour and game. */
export const figuresView = (zone: string): View => ({
  producer: 'live',
  // One event may tell of 500 players.
  batchSize: 20,
  plans: figurePlans,
  schemas,
  async project(db, prefix, events, tx) {
    const lines = await linesOfEvents(db, events, tx)
    await keepFigures(db, prefix, lines, { seq: events[0]?.seq ?? 0, zone }, tx)
  },
})

/** Those of a producer's events that tell of play and can be read. */
export const playEventsOf = (events: readonly AnyEvent[]): AnyEvent[] =>
  events.flatMap(event => schemas[event.type]?.safeParse(event).data ?? [])

/** What was played, won and claimed, as `playEventsOf` tells it. */
export async function linesOfEvents(db: Db, events: readonly AnyEvent[], tx?: Tx): Promise<PlayLine[]> {
  const ratesOf = await ratesNow(db, events, tx)
  return events.flatMap((event): PlayLine[] =>
    isSettled(event) ? linesOfSettled(event, ratesOf) : [lineOfClaim(event as TicketClaimed)],
  )
}

const isSettled = (event: AnyEvent): event is DrawSettled => event.type === settledType

/** Events carry the rates of their moment; for those that do not, the ones of now are the best there is. */
async function ratesNow(db: Db, events: readonly AnyEvent[], tx?: Tx): Promise<RatesOf> {
  const settled = events.filter(isSettled)
  const without = settled.flatMap(({ data }) => data.players.filter(({ rates }) => !rates))
  const ids = without.flatMap(({ id, ancestry }) => [id, ...Object.values(ancestry)])
  const rows =
    ids.length === 0
      ? []
      : await accountsOf(db)
          .find({ _id: { $in: ids } }, tx ? { session: tx } : {})
          .toArray()
  const accounts = new Map(rows.map(row => [row._id, row]))
  return (playerId, ancestry) => toRates(accounts, playerId, ancestry)
}

function toRates(accounts: ReadonlyMap<string, AccountRow>, playerId: string, ancestry: Ancestry): Rates {
  const rateOf = (id: string | undefined) => (id ? (accounts.get(id)?.commissionBp ?? 0) : 0)
  return {
    superareamanager: rateOf(ancestry.superareamanager),
    areamanager: rateOf(ancestry.areamanager),
    master: rateOf(ancestry.master),
    player: rateOf(playerId),
  }
}
