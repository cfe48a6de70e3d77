import { type AnyEvent, childRoleOf, type Role, toPoints } from '@cascade/contracts'
import type { BranchFigures } from '@cascade/contracts/accounts'
import { type Background, quietMs, type ServiceParts, sleep, startLoop } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { type Branch, changedBranches, type Place } from './branch'
import type { BranchMark } from './branch-store'

/** Events of a feed in one round. */
const batchSize = 500
/** Accounts in one round, while all are gone through: each round writes most of those who have others below. */
const pageSize = 1_000

/**
 * Brings the figures one batch nearer to the newest event. Events only say whose figures may differ; what is added is
 * read anew, so that an event which comes twice, late or out of order makes nothing wrong.
 * @returns whether there may be more
 */
async function keepBranches(deps: AccountsDeps): Promise<boolean> {
  const before = await deps.branches.mark()
  const mark = before ?? (await firstMark(deps))
  const [told, credited, played] = await Promise.all([
    deps.toldFeed(mark.told, batchSize),
    deps.ledger.creditFeed(mark.credited, batchSize),
    deps.ledger.playFeed(mark.played, batchSize),
  ])
  const page = mark.filledTo === null ? [] : await deps.directory.idsAfter(mark.filledTo, pageSize)
  const after: BranchMark = {
    told: lastOf(told.events, mark.told),
    credited: lastOf(credited.events, mark.credited),
    played: lastOf(played.events, mark.played),
    filledTo: page.length === pageSize ? (page.at(-1) ?? null) : null,
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

/** Under load, what several commits change is written together. */
const gatherMs = 400
/** Nobody tells of what is new while NATS is away. */
const untoldMs = 1_000

/** Keeps the figures of branches, in one replica at a time, woken by what is told. */
export function startBranches(
  deps: AccountsDeps,
  { bus, leaseOf, logger }: Pick<ServiceParts, 'bus' | 'leaseOf' | 'logger'>,
): Background {
  const lease = leaseOf('branches')
  const loop = startLoop(
    async (stopping, progress) => {
      while (!stopping.aborted && (await lease.hold()) && (await keepBranches(deps))) progress()
      await sleep(gatherMs, stopping)
      return undefined
    },
    { everyMs: () => (bus.isUp() ? quietMs : untoldMs), logger, name: 'branches' },
  )
  const heads = new Map<string, unknown>()
  const wakeWhenNew = (payload: unknown, subject: string) => {
    const { head } = payload as { head?: unknown }
    if (heads.get(subject) === head) return
    heads.set(subject, head)
    loop.wake()
  }
  const listening = ['head.accounts', 'head.accounts.credit', 'head.accounts.play'].map(subject =>
    bus.listen(subject, wakeWhenNew).catch(() => undefined),
  )

  return {
    async stop() {
      for (const unlisten of await Promise.all(listening)) unlisten?.()
      await loop.stop()
      await lease.drop().catch(() => undefined)
    },
  }
}

type Named = { accountId?: unknown; source?: Side; destination?: Side; player?: { id?: unknown }; heir?: Side }
type Side = { walletId?: unknown }

/** Sessions and presence are told of in the same feed, far more often, and change neither place nor balance. */
const wanted = ['accounts.account.', 'credit.', 'play.']

/** Whose place or balance an event of accounts, of credit or of play may have changed. */
function walletIdsIn({ type, data }: Pick<AnyEvent, 'type' | 'data'>): string[] {
  if (!wanted.some(prefix => type.startsWith(prefix))) return []
  const { accountId, source, destination, player, heir } = (data ?? {}) as Named
  const ids = [accountId, source?.walletId, destination?.walletId, player?.id, heir?.walletId]
  return ids.filter(id => typeof id === 'string')
}

type Deps = Pick<AccountsDeps, 'branches'>
type Counted = { _id: string; role: Role; childCount: number; sideCount: number }

/** The running figures of accounts that others can stand below; of nobody while they are being made. */
export async function readBranches(deps: Deps, accounts: readonly Counted[]): Promise<Map<string, BranchFigures>> {
  const parents = accounts.filter(({ role }) => childRoleOf(role) !== undefined)
  if (parents.length === 0) return new Map()
  const [mark, rows] = await Promise.all([deps.branches.mark(), deps.branches.findMany(parents.map(({ _id }) => _id))])
  if (mark?.filledTo !== null) return new Map()
  const figures = parents.flatMap(({ _id, childCount, sideCount }): [string, BranchFigures][] => {
    const row = rows.get(_id)
    return row ? [[_id, { balance: toPoints(row.balance), direct: childCount + sideCount, all: row.below }]] : []
  })
  return new Map(figures)
}
