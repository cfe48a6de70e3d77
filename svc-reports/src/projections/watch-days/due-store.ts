import type { AnyEvent } from '@cascade/contracts'
import { creditFeedName, TransferRecorded } from '@cascade/contracts/accounts'
import { type DrawSettled, liveEvents } from '@cascade/contracts/live'
import type { CollectionSpec, Tx } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import type { Projection } from '../runtime/generations'

/** A business day of a player that the rules are to look at. */
export type DueDay = { playerId: string; day: string }
/** The days that one batch of events has changed. */
type DueRow = { _id: string; at: Date; days: DueDay[] }

const dueName = 'watch_due'
const retentionDays = 7
const dayMs = 86_400_000

export const dueCollections: readonly CollectionSpec[] = [
  { name: dueName, indexes: [{ key: { at: 1 }, options: { expireAfterSeconds: retentionDays * 86_400 } }] },
]

/** Adds days in the transaction that changes their figures. @param id unique number of the batch */
export async function addDue(db: Db, id: string, days: readonly DueDay[], tx: Tx): Promise<void> {
  const at = new Date()
  // A rebuild reads all events of the past, whose days the rules have seen.
  const since = new Date(at.getTime() - (retentionDays + 1) * dayMs).toISOString().slice(0, 10)
  const recent = uniqueDays(days.filter(({ day }) => day >= since))
  if (recent.length === 0) return
  const $setOnInsert = { at, days: recent }
  await db.collection<DueRow>(dueName).updateOne({ _id: id }, { $setOnInsert }, { upsert: true, session: tx })
}

/** Due days of the oldest batches, whether there may be more, and the function that removes these batches. */
export async function readDue(db: Db, rowsMax: number) {
  const rows = db.collection<DueRow>(dueName)
  const found = await rows.find().sort({ at: 1 }).limit(rowsMax).toArray()
  return {
    days: uniqueDays(found.flatMap(({ days }) => days)),
    isPart: found.length === rowsMax,
    remove: () => rows.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } }),
  }
}

const uniqueDays = (days: readonly DueDay[]): DueDay[] => [
  ...new Map(days.map(each => [`${each.playerId}|${each.day}`, each])).values(),
]

const settledType = liveEvents.drawSettled.shape.type.value
const transferType = TransferRecorded.shape.type.value

/** Days with play; in one transaction with their figures. */
export const duePlayProjection: Projection = {
  producer: 'live',
  collections: () => [],
  schemas: { [settledType]: liveEvents.drawSettled },
  project: (db, prefix, events, tx) =>
    addDue(db, idOf(prefix, 'play', events), events.filter(isSettled).flatMap(daysOfPlay), tx),
}

/** Days on which credit came or went. */
export const dueCreditProjection: Projection = {
  producer: 'accounts',
  feed: creditFeedName,
  collections: () => [],
  schemas: { [transferType]: TransferRecorded },
  project: (db, prefix, events, tx) =>
    addDue(db, idOf(prefix, 'credit', events), events.filter(isTransfer).flatMap(daysOfTransfer), tx),
}

/** Generations read the same events in other batches. */
const idOf = (prefix: string, feed: string, events: readonly AnyEvent[]) => `${prefix}${feed}|${events[0]?.seq ?? 0}`

const isSettled = (event: AnyEvent): event is DrawSettled => event.type === settledType
const isTransfer = (event: AnyEvent): event is TransferRecorded => event.type === transferType

const daysOfPlay = ({ data: { day, players } }: DrawSettled): DueDay[] =>
  players.flatMap(({ id, stakeDay }) => [
    { playerId: id, day },
    { playerId: id, day: stakeDay },
  ])

const daysOfTransfer = ({ data: { source, destination, bizDate } }: TransferRecorded): DueDay[] =>
  [source, destination]
    .filter(({ role }) => role === 'player')
    .map(({ walletId }) => ({ playerId: walletId, day: bizDate }))
