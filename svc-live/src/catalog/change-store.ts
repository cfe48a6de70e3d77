import { changesPerRecordMax, type DrawChange } from '@cascade/contracts/live'
import type { CollectionSpec, Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import { type Offering, offeringKey } from './offering'
import type { VersionStore } from './version-store'

/** Versions of the figures that a record has applied: pool posting, percentage, game description. */
export type AppliedVersions = { balance: number; percentage: number; description: number }

/**
 * A change by an operator that no record has listed yet. `place` is its position: the sequence number of the posting,
 * or the version of the percentage.
 */
export type ChangeRow = {
  /** `<offering>|<what>|<place>`. */
  _id: string
  /** Key of the offering. */
  pair: string
  place: number
  change: DrawChange & { what: 'balance' | 'percentage' }
}

export const changeCollections: readonly CollectionSpec[] = [{ name: 'draw_changes', indexes: [{ key: { pair: 1 } }] }]

export const createChangeRow = (offering: Offering, place: number, change: ChangeRow['change']): ChangeRow => ({
  _id: `${offeringKey(offering)}|${change.what}|${place}`,
  pair: offeringKey(offering),
  place,
  change,
})

export function createChangeStore(db: Db) {
  const rows: Collection<ChangeRow> = db.collection('draw_changes')
  return {
    /** Idempotent: events may be redelivered. */
    async insertOnce(changes: readonly ChangeRow[], tx: Tx): Promise<void> {
      const writes = changes.map(({ _id, ...row }) => ({
        updateOne: { filter: { _id }, update: { $setOnInsert: row }, upsert: true },
      }))
      if (writes.length > 0) await rows.bulkWrite(writes, { session: tx, ordered: false })
    },

    async findByOffering(offerings: readonly Offering[], tx: Tx): Promise<Map<string, ChangeRow[]>> {
      const found = await rows.find({ pair: { $in: offerings.map(offeringKey) } }, { session: tx }).toArray()
      const sorted = found.sort((a, b) => a.place - b.place)
      const byOffering = new Map<string, ChangeRow[]>()
      for (const row of sorted) byOffering.set(row.pair, [...(byOffering.get(row.pair) ?? []), row])
      return byOffering
    },

    async remove(ids: readonly string[], tx: Tx): Promise<void> {
      if (ids.length > 0) await rows.deleteMany({ _id: { $in: [...ids] } }, { session: tx })
    },
  }
}

/** `upTo`: the version at closing. `lockAt`: undefined for a draw without bets, where all changes count. */
type ClosingBound = { what: ChangeRow['change']['what']; upTo: number; lockAt: string | undefined }

/**
 * Changes of a figure between lock and closing of a draw: they count for the next draw.
 * @returns the last version that counts, and the sum of the later changes
 */
export function changesAfterLock(logged: readonly ChangeRow[], { what, upTo, lockAt }: ClosingBound) {
  const applied = logged.filter(({ change, place }) => change.what === what && place <= upTo)
  const first = applied.findIndex(({ change }) => lockAt !== undefined && change.at >= lockAt)
  const later = first < 0 ? [] : applied.slice(first)
  const sum = later.reduce((total, { change }) => total + BigInt(change.to) - BigInt(change.from), 0n)
  return { upTo: later[0] ? later[0].place - 1 : upTo, sum }
}

type ChangeList = {
  changes: DrawChange[]
  seen: AppliedVersions
  listedIds: string[]
}

/**
 * Changes since the previous draw that count for this one, oldest first. Those beyond the limit of a record, or after
 * the closing, wait for the next record.
 */
export async function changesSince(
  versions: Pick<VersionStore, 'changes'>,
  { gameId, seen }: { gameId: string; seen?: AppliedVersions },
  logged: readonly ChangeRow[],
  upTo: AppliedVersions,
): Promise<ChangeList> {
  const before = seen ?? { balance: 0, percentage: 0, description: upTo.description }
  const descriptionUpTo = Math.min(upTo.description, before.description + changesPerRecordMax)
  const described =
    before.description < descriptionUpTo ? await versions.changes(gameId, before.description, descriptionUpTo) : []
  const counted = logged.filter(({ change, place }) => place <= upTo[change.what])
  // A redelivered row was listed by an earlier record.
  const isListed = ({ change, place }: ChangeRow) => place <= before[change.what]
  const fresh = counted.filter(row => !isListed(row)).slice(0, changesPerRecordMax - described.length)
  const now = { balance: before.balance, percentage: before.percentage, description: descriptionUpTo }
  for (const { change, place } of fresh) now[change.what] = Math.max(now[change.what], place)
  const changes = [...described, ...fresh.map(({ change }) => change)].sort((a, b) => (a.at < b.at ? -1 : 1))
  return { changes, seen: now, listedIds: [...counted.filter(isListed), ...fresh].map(({ _id }) => _id) }
}
