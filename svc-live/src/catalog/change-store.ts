import { changesPerRecord, type DrawChange } from '@cascade/contracts/live'
import type { CollectionPlan, Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import { type Offering, offeringKey } from './offering'
import type { VersionStore } from './schedule'

/** How far what decided a draw had come: postings of the pool, versions of percentage and description. */
export type AppliedVersions = { balance: number; percentage: number; description: number }

/**
 * What an operator changed of a pair and no record has listed yet. `place` is the number of a posting in the ledger's
 * feed, or the version of a percentage: what of it a closing had seen.
 */
export type ChangeRow = {
  /** `<pair>|<what>|<place>`. */
  _id: string
  pair: string
  place: number
  change: DrawChange & { what: 'balance' | 'percentage' }
}

export const changePlans: readonly CollectionPlan[] = [{ name: 'draw_changes', indexes: [{ key: { pair: 1 } }] }]

export const createChangeRow = (offering: Offering, place: number, change: ChangeRow['change']): ChangeRow => ({
  _id: `${offeringKey(offering)}|${change.what}|${place}`,
  pair: offeringKey(offering),
  place,
  change,
})

export type ChangeStore = ReturnType<typeof createChangeStore>

export function createChangeStore(db: Db) {
  const rows: Collection<ChangeRow> = db.collection('draw_changes')
  return {
    /** Notes changes once, however often they are told. */
    async insertOnce(changes: readonly ChangeRow[], tx: Tx): Promise<void> {
      const writes = changes.map(({ _id, ...row }) => ({
        updateOne: { filter: { _id }, update: { $setOnInsert: row }, upsert: true },
      }))
      if (writes.length > 0) await rows.bulkWrite(writes, { session: tx, ordered: false })
    },

    /** By pair, each kind in the order in which its changes were made. */
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

/** `upTo`: what the closing had seen; `lockAt`: undefined for a draw without a bet, for which all changes count. */
type ClosingBound = { what: ChangeRow['change']['what']; upTo: number; lockAt: string | undefined }

/**
 * What was changed of a figure between the lock of a draw and its closing: it counts for the next draw.
 * @returns how far the changes of the figure count, and what the later ones add up to
 */
export function changesAfterLock(logged: readonly ChangeRow[], { what, upTo, lockAt }: ClosingBound) {
  const seen = logged.filter(({ change, place }) => change.what === what && place <= upTo)
  const first = seen.findIndex(({ change }) => lockAt !== undefined && change.at >= lockAt)
  const later = first < 0 ? [] : seen.slice(first)
  const sum = later.reduce((total, { change }) => total + BigInt(change.to) - BigInt(change.from), 0n)
  return { upTo: later[0] ? later[0].place - 1 : upTo, sum }
}

type ChangeList = {
  changes: DrawChange[]
  seen: AppliedVersions /** Rows that no later record lists. */
  listedIds: string[]
}

/**
 * What was changed since the draw before and counted for this one, the oldest first. More than a record may list waits
 * for the next one; what came after this draw's closing does, too.
 */
export async function changesSince(
  versions: Pick<VersionStore, 'changes'>,
  { gameId, seen }: { gameId: string; seen?: AppliedVersions },
  logged: readonly ChangeRow[],
  upTo: AppliedVersions,
): Promise<ChangeList> {
  const before = seen ?? { balance: 0, percentage: 0, description: upTo.description }
  const descriptionUpTo = Math.min(upTo.description, before.description + changesPerRecord)
  const described =
    before.description < descriptionUpTo ? await versions.changes(gameId, before.description, descriptionUpTo) : []
  const counted = logged.filter(({ change, place }) => place <= upTo[change.what])
  // A row that was told again, as everything is when it is read anew, was listed already.
  const isListed = ({ change, place }: ChangeRow) => place <= before[change.what]
  const fresh = counted.filter(row => !isListed(row)).slice(0, changesPerRecord - described.length)
  const now = { balance: before.balance, percentage: before.percentage, description: descriptionUpTo }
  for (const { change, place } of fresh) now[change.what] = Math.max(now[change.what], place)
  const changes = [...described, ...fresh.map(({ change }) => change)].sort((a, b) => (a.at < b.at ? -1 : 1))
  return { changes, seen: now, listedIds: [...counted.filter(isListed), ...fresh].map(({ _id }) => _id) }
}
