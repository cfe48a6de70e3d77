import type { AnyEvent } from '@cascade/contracts'
import { type DrawSettled, liveEvents, type TicketClaimed } from '@cascade/contracts/live'
import { loadRates, type Tx } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import type { Projection } from '../runtime/generations'
import { readRemainders, roundCommissions, writeRemainders } from './commissions'
import { figurePlans } from './figure-rows'
import { type RateLookup, toClaimLine, toSettledLines, type UnroundedLine } from './play-lines'
import { updateFigures } from './update-figures'

const { drawSettled, ticketClaimed } = liveEvents
const settledType = drawSettled.shape.type.value
const claimedType = ticketClaimed.shape.type.value

const schemas: Projection['schemas'] = { [settledType]: drawSettled, [claimedType]: ticketClaimed }

/** Play, wins and claims by edge, day, hour and game. */
export const figuresProjection = (zone: string): Projection => ({
  producer: 'live',
  // One event may have 500 players.
  batchSize: 20,
  plans: figurePlans,
  schemas,
  async project(db, prefix, events, tx) {
    const unrounded = await toPlayLines(db, events, tx)
    const remainders = await readRemainders(db, prefix, unrounded, tx)
    const lines = roundCommissions(unrounded, remainders)
    await updateFigures(db, prefix, lines, { seq: events[0]?.seq ?? 0, zone }, tx)
    await writeRemainders(db, prefix, remainders, tx)
  },
})

export const parsePlayEvents = (events: readonly AnyEvent[]): AnyEvent[] =>
  events.flatMap(event => schemas[event.type]?.safeParse(event).data ?? [])

export async function toPlayLines(db: Db, events: readonly AnyEvent[], tx?: Tx): Promise<UnroundedLine[]> {
  const currentRates = await readCurrentRates(db, events, tx)
  return events.flatMap((event): UnroundedLine[] =>
    isSettled(event) ? toSettledLines(event, currentRates) : [toClaimLine(event as TicketClaimed)],
  )
}

const isSettled = (event: AnyEvent): event is DrawSettled => event.type === settledType

/** Current rates, for older events that do not carry those of their time. */
const readCurrentRates = (db: Db, events: readonly AnyEvent[], tx?: Tx): Promise<RateLookup> =>
  loadRates(
    db,
    events.filter(isSettled).flatMap(({ data }) => data.players.filter(({ rates }) => !rates)),
    tx,
  )
