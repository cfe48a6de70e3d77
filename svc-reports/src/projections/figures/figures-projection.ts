import type { AnyEvent } from '@cascade/contracts'
import { type DrawSettled, liveEvents, type TicketClaimed } from '@cascade/contracts/live'
import type { Projection } from '../runtime/generations'
import { readRemainders, roundCommissions, writeRemainders } from './commissions'
import { figureCollections } from './figure-rows'
import { toClaimLine, toSettledLines, type UnroundedLine } from './play-lines'
import { updateFigures } from './update-figures'

const { drawSettled, ticketClaimed } = liveEvents
const settledType = drawSettled.shape.type.value
const claimedType = ticketClaimed.shape.type.value

const schemas: Projection['schemas'] = { [settledType]: drawSettled, [claimedType]: ticketClaimed }

/** Play, wins and claims by edge, day, hour and game. */
export const figuresProjection = (zone: string): Projection => ({
  producer: 'live',
  batchSize: 20,
  // Each player is about three upserts; one event may have 500 players.
  weight: { of: ({ data }) => (data as Partial<DrawSettled['data']>).players?.length ?? 1, max: 500 },
  collections: figureCollections,
  schemas,
  async project(db, prefix, events, tx) {
    const unrounded = toPlayLines(events)
    const remainders = await readRemainders(db, prefix, unrounded, tx)
    const lines = roundCommissions(unrounded, remainders)
    await updateFigures(db, prefix, lines, { seq: events[0]?.seq ?? 0, zone }, tx)
    await writeRemainders(db, prefix, remainders, tx)
  },
})

export const parsePlayEvents = (events: readonly AnyEvent[]): AnyEvent[] =>
  events.flatMap(event => schemas[event.type]?.safeParse(event).data ?? [])

export const toPlayLines = (events: readonly AnyEvent[]): UnroundedLine[] =>
  events.flatMap(event => {
    if (event.type === settledType) return toSettledLines(event as DrawSettled)
    return event.type === claimedType ? [toClaimLine(event as TicketClaimed)] : []
  })
