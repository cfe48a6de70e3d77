import type { Snapshot } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import { issuedChanges } from '../credit-line'
import { isExternal, issuerId } from '../ids'
import { creditMovesOf, type PlayRow, type TransferRow, walletsOf } from '../store/collections'

/** Balance of a pool or wins account, or points issued to an admin, after the row with this number of its feed. */
export type TotalCheck = { sum: bigint; seq: bigint }

type Totals = Map<string, TotalCheck>
type IssuedChange = [adminId: string, change: bigint]

const adminIn = (key: string) => /^issued:(?:credit|play):(.+)$/.exec(key)?.[1]

/** Points that a transfer moved from one admin's subtree to another's. */
export const issuedByTransfer = ({ amount, places }: Pick<TransferRow, 'amount' | 'places'>): IssuedChange[] =>
  issuedChanges(places[0].ancestry.admin, places[1].ancestry.admin, amount)

/** Points that a change of a pool, or a posting with a wallet of another admin, moved into the pool or wins account. */
export function issuedByPlay({ postings, play }: Pick<PlayRow, 'postings' | 'play'>): IssuedChange[] {
  const { kind, adminId, otherAdmin } = play
  if (kind !== 'pool' && otherAdmin === undefined) return []
  const into = postings.filter(({ w }) => isExternal(w) && w !== issuerId).reduce((sum, { amount }) => sum + amount, 0n)
  return issuedChanges(otherAdmin ?? undefined, adminId, into)
}

/** Adds the changes of a row to the totals of its feed. */
export function addIssued(totals: Totals, feed: 'credit' | 'play', seq: bigint, changes: readonly IssuedChange[]) {
  for (const [adminId, change] of changes) {
    const key = `issued:${feed}:${adminId}`
    const before = totals.get(key) ?? { sum: 0n, seq: 0n }
    if (before.seq < seq) totals.set(key, { sum: before.sum + change, seq })
  }
}

/** Checks the used credit of all admins against both feeds and the moves of branches, which are few. */
export async function findIssuedFaults(db: Db, totals: Totals, at: Snapshot): Promise<string[]> {
  const expected = new Map<string, bigint>()
  const add = (adminId: string | null | undefined, change: bigint) => {
    if (adminId) expected.set(adminId, (expected.get(adminId) ?? 0n) + change)
  }
  for (const [key, { sum }] of totals) add(adminIn(key), sum)
  for (const { from, to, amount } of await creditMovesOf(db)
    .find({}, { ...at, batchSize: 5_000 })
    .toArray()) {
    add(from, -amount)
    add(to, amount)
  }
  const wallets = await walletsOf(db)
    .find({ issued: { $exists: true } }, { ...at, projection: { issued: 1 }, batchSize: 5_000 })
    .toArray()
  const stored = new Map(wallets.map(({ _id, issued = 0n }) => [_id, issued]))
  const differing = findDifferences(stored, expected)
  return differing.map(([id, used, said]) => `admin ${id} was issued ${used}, its transfers say ${said}`)
}

type Sums = ReadonlyMap<string, bigint>

/** Ids with another sum in `one` than in `other`, where an absent one is 0. */
export function findDifferences(one: Sums, other: Sums): [id: string, inOne: bigint, inOther: bigint][] {
  const ids = [...new Set([...one.keys(), ...other.keys()])]
  const sums = ids.map((id): [string, bigint, bigint] => [id, one.get(id) ?? 0n, other.get(id) ?? 0n])
  return sums.filter(([, inOne, inOther]) => inOne !== inOther)
}
