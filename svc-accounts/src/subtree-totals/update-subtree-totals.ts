import { type AnyEvent, childRoleOf, type Role, toPoints } from '@cascade/contracts'
import type { BranchFigures } from '@cascade/contracts/accounts'
import { type Background, idleMs, type ServiceContext, sleep, startLoop } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { applyContributions, type Contribution, type SubtreeTotals } from './subtree-totals'
import type { Checkpoint } from './subtree-totals-store'

const batchSize = 500
/** Accounts per round of the initial build; each round rewrites most parents. */
const accountsPerRound = 1_000

/**
 * Applies the next batch of events. Events only name the affected accounts; their contributions are read from the database,
 * so duplicate, late or reordered events are harmless.
 * @returns whether there may be more
 */
async function applyNextBatch(deps: AccountsDeps): Promise<boolean> {
  const before = await deps.subtreeTotals.checkpoint()
  const checkpoint = before ?? (await firstCheckpoint(deps))
  const [accountEvents, creditEvents, playEvents] = await Promise.all([
    deps.accountFeed(checkpoint.changed, batchSize),
    deps.ledger.creditFeed(checkpoint.credited, batchSize),
    deps.ledger.playFeed(checkpoint.played, batchSize),
  ])
  const page = checkpoint.filledTo === null ? [] : await deps.directory.idsAfter(checkpoint.filledTo, accountsPerRound)
  const after: Checkpoint = {
    changed: lastOf(accountEvents.events, checkpoint.changed),
    credited: lastOf(creditEvents.events, checkpoint.credited),
    played: lastOf(playEvents.events, checkpoint.played),
    filledTo: page.length === accountsPerRound ? (page.at(-1) ?? null) : null,
  }
  if (before && isSame(before, after)) return false
  const feeds = [accountEvents, creditEvents, playEvents]
  const ids = [...new Set(feeds.flatMap(({ events }) => events.flatMap(walletIdsIn)).concat(page))]
  const { stored, current } = await readWithAncestors(deps, ids)
  const changed = applyContributions(stored, current)
  await deps.transaction(tx => deps.subtreeTotals.write(changed, before, after, tx))
  return after.filledTo !== null || feeds.some(({ events }) => events.length === batchSize)
}

/** Start of the initial build: follow events from now on, and go through all accounts for the state so far. */
async function firstCheckpoint(deps: AccountsDeps): Promise<Checkpoint> {
  const { creditFeed, playFeed } = deps.ledger
  const [accounts, credit, play] = await Promise.all([deps.accountFeed(0, 0), creditFeed(0, 0), playFeed(0, 0)])
  return { changed: accounts.head, credited: credit.head, played: play.head, filledTo: '' }
}

const lastOf = (events: readonly AnyEvent[], before: number) => events.at(-1)?.seq ?? before

const isSame = (a: Checkpoint, b: Checkpoint) =>
  a.changed === b.changed && a.credited === b.credited && a.played === b.played && a.filledTo === b.filledTo

/** Rows of the accounts and all their ancestors, and current contributions of the accounts and of those without a row. */
async function readWithAncestors(deps: AccountsDeps, ids: readonly string[]) {
  const stored = new Map<string, SubtreeTotals>()
  const current = new Map<string, Contribution>()
  const requested = new Set(ids)
  let next = ids
  while (next.length > 0) {
    // Rows first: a contribution is then never older than the row that it updates.
    const rows = await deps.subtreeTotals.findMany(next)
    const contributions = await readContributions(
      deps,
      next.filter(id => requested.has(id) || !rows.has(id)),
    )
    for (const [id, row] of rows) stored.set(id, row)
    for (const contribution of contributions) current.set(contribution._id, contribution)
    const above = [...rows.values(), ...contributions].flatMap(({ parentId }) => parentId ?? [])
    next = [...new Set(above)].filter(id => !stored.has(id) && !current.has(id))
  }
  return { stored, current }
}

async function readContributions({ accounts, ledger }: AccountsDeps, ids: readonly string[]): Promise<Contribution[]> {
  if (ids.length === 0) return []
  const [found, balances] = await Promise.all([accounts.readPositions(ids), ledger.balances(ids)])
  return found.map(({ _id, role, parentId, deleted }) => {
    return { _id, role, parentId, own: balances.get(_id) ?? 0n, isLive: !deleted }
  })
}

/** Collects the changes of several commits under load. */
const batchDelayMs = 400
const pollMsWithoutNats = 1_000

/** Background worker that maintains the subtree totals, in one replica at a time; notified by NATS. */
export function startSubtreeTotals(
  deps: AccountsDeps,
  { bus, leaseOf, logger }: Pick<ServiceContext, 'bus' | 'leaseOf' | 'logger'>,
): Background {
  const lease = leaseOf('subtreeTotals')
  const loop = startLoop(
    async (stopping, progress) => {
      while (!stopping.aborted && (await lease.hold()) && (await applyNextBatch(deps))) progress()
      await sleep(batchDelayMs, stopping)
      return undefined
    },
    { everyMs: () => (bus.isUp() ? idleMs : pollMsWithoutNats), logger, name: 'subtreeTotals' },
  )
  const heads = new Map<string, unknown>()
  const notifyWhenNew = (payload: unknown, subject: string) => {
    const { head } = payload as { head?: unknown }
    if (heads.get(subject) === head) return
    heads.set(subject, head)
    loop.notify()
  }
  const listening = ['head.accounts', 'head.accounts.credit', 'head.accounts.play'].map(subject =>
    bus.listen(subject, notifyWhenNew).catch(() => undefined),
  )

  return {
    async stop() {
      for (const unlisten of await Promise.all(listening)) unlisten?.()
      await loop.stop()
      await lease.release().catch(() => undefined)
    },
  }
}

type EventData = {
  accountId?: unknown
  source?: WalletRef
  destination?: WalletRef
  player?: { id?: unknown }
  heir?: WalletRef
}
type WalletRef = { walletId?: unknown }

/** Events of sessions and presence in the same feed are irrelevant and far more frequent. */
const relevantPrefixes = ['accounts.account.', 'credit.', 'play.']

function walletIdsIn({ type, data }: Pick<AnyEvent, 'type' | 'data'>): string[] {
  if (!relevantPrefixes.some(prefix => type.startsWith(prefix))) return []
  const { accountId, source, destination, player, heir } = (data ?? {}) as EventData
  const ids = [accountId, source?.walletId, destination?.walletId, player?.id, heir?.walletId]
  return ids.filter(id => typeof id === 'string')
}

type Deps = Pick<AccountsDeps, 'subtreeTotals'>
type ParentAccount = { _id: string; role: Role; childCount: number; sideCount: number }

/** Subtree totals of accounts that can have children; empty during the initial build. */
export async function readSubtreeTotals(
  deps: Deps,
  accounts: readonly ParentAccount[],
): Promise<Map<string, BranchFigures>> {
  const parents = accounts.filter(({ role }) => childRoleOf(role) !== undefined)
  if (parents.length === 0) return new Map()
  const [checkpoint, rows] = await Promise.all([
    deps.subtreeTotals.checkpoint(),
    deps.subtreeTotals.findMany(parents.map(({ _id }) => _id)),
  ])
  if (checkpoint?.filledTo !== null) return new Map()
  const totals = parents.flatMap(({ _id, childCount, sideCount }): [string, BranchFigures][] => {
    const row = rows.get(_id)
    return row ? [[_id, { balance: toPoints(row.balance), direct: childCount + sideCount, all: row.below }]] : []
  })
  return new Map(totals)
}
