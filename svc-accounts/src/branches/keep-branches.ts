import type { AnyEvent } from '@cascade/contracts'
import type { AccountsDeps } from '../deps'
import { type Branch, changedBranches, type Place } from './branch'
import type { BranchMark } from './branch-store'
import { walletIdsIn } from './wallet-ids-in'

/** Events of a feed, and accounts while all are gone through, in one round. */
const batchSize = 500

/**
 * Brings the figures one batch nearer to the newest event. Events only say whose figures may differ; what is added is
 * read anew, so that an event which comes twice, late or out of order makes nothing wrong.
 * @returns whether there may be more
 */
export async function keepBranches(deps: AccountsDeps): Promise<boolean> {
  const before = await deps.branches.mark()
  const mark = before ?? (await firstMark(deps))
  const [told, credited, played] = await Promise.all([
    deps.toldFeed(mark.told, batchSize),
    deps.ledger.creditFeed(mark.credited, batchSize),
    deps.ledger.playFeed(mark.played, batchSize),
  ])
  const page = mark.filledTo === null ? [] : await deps.accounts.idsAfter(mark.filledTo, batchSize)
  const after: BranchMark = {
    told: lastOf(told.events, mark.told),
    credited: lastOf(credited.events, mark.credited),
    played: lastOf(played.events, mark.played),
    filledTo: page.length === batchSize ? (page.at(-1) ?? null) : null,
  }
  if (before && isSame(before, after)) return false
  const feeds = [told, credited, played]
  const ids = [...new Set(feeds.flatMap(({ events }) => events.flatMap(walletIdsIn)).concat(page))]
  const { kept, seen } = await readUpwards(deps, ids)
  const changed = changedBranches(kept, seen)
  await deps.transaction(tx => deps.branches.write(changed, before, after, tx))
  return after.filledTo !== null || feeds.some(({ events }) => events.length === batchSize)
}

/** From now on events are followed; what they told before is seen by going through all accounts. */
async function firstMark(deps: AccountsDeps): Promise<BranchMark> {
  const { creditFeed, playFeed } = deps.ledger
  const [told, credited, played] = await Promise.all([deps.toldFeed(0, 0), creditFeed(0, 0), playFeed(0, 0)])
  return { told: told.head, credited: credited.head, played: played.head, filledTo: '' }
}

const lastOf = (events: readonly AnyEvent[], before: number) => events.at(-1)?.seq ?? before

const isSame = (a: BranchMark, b: BranchMark) =>
  a.told === b.told && a.credited === b.credited && a.played === b.played && a.filledTo === b.filledTo

/** The rows of some accounts and of everybody above them, and what those accounts, and all without a row, add now. */
async function readUpwards(deps: AccountsDeps, ids: readonly string[]) {
  const kept = new Map<string, Branch>()
  const seen = new Map<string, Place>()
  const asked = new Set(ids)
  let next = ids
  while (next.length > 0) {
    // Rows before what they tell of: whatever is seen is then never older than the row that it replaces.
    const rows = await deps.branches.findMany(next)
    const places = await placesOf(
      deps,
      next.filter(id => asked.has(id) || !rows.has(id)),
    )
    for (const [id, row] of rows) kept.set(id, row)
    for (const place of places) seen.set(place._id, place)
    const above = [...rows.values(), ...places].flatMap(({ parentId }) => parentId ?? [])
    next = [...new Set(above)].filter(id => !kept.has(id) && !seen.has(id))
  }
  return { kept, seen }
}

async function placesOf({ accounts, ledger }: AccountsDeps, ids: readonly string[]): Promise<Place[]> {
  if (ids.length === 0) return []
  const [found, balances] = await Promise.all([accounts.placesOf(ids), ledger.balances(ids)])
  return found.map(({ _id, role, parentId, deleted }) => {
    return { _id, role, parentId, own: balances.get(_id) ?? 0n, isLive: !deleted }
  })
}
