import { toHundredths, toPoints } from '@cascade/contracts'
import { type LimitsInput, limitNames, limitTexts, type OwnLimitsInput } from '@cascade/contracts/accounts'
import {
  auditChanges,
  type Call,
  type Ctx,
  conflict,
  etagOf,
  invalid,
  nameOfActor,
  notFound,
  parseStaleVersion,
  requirePermission,
} from '@cascade/service-kit'
import { type Account, isBelow, ledgerActorOf } from '../accounts/account'
import { findInScope, requireActor, requireManager } from '../accounts/find-account'
import { type FieldChange, historyWrite, limitsRow } from '../accounts/history-store'
import { retryOnConflict } from '../accounts/retry-on-conflict'
import type { AccountsDeps } from '../deps'
import { type LimitSummary, maxAt, type SideWrite } from '../ledger'
import { toLimitsView } from './limits-view'

/**
 * Changes limits of an account below.
 * @throws AppError CONFLICT for a stale `If-Match`, whose `errors` names the limits that differ from the request
 */
export async function setLimits(deps: AccountsDeps, { ctx, input }: Call<{ userId: string; set: LimitsInput }>) {
  requirePermission(ctx, 'player.manage')
  await requireActor(deps, ctx)
  const { userId, set } = input
  return retryOnConflict(async () => {
    const account = await findInScope(deps, ctx.actor, userId)
    requireManager(ctx, account)
    if (!isBelow(ctx.actor, account) || account.role === 'superadmin') throw notFound()
    const before = await deps.ledger.limits(account._id)
    requireCurrent(before, set, ctx.ifMatch)
    const changes = changesOf(before, set)
    if (changes.length > 0) {
      const { _id: walletId, role, scopeVersion } = account
      const versions = { version: before.limits.version, scopeVersion }
      const change = { set: inHundredths(set), by: ledgerActorOf(ctx.actor), ...versions }
      const writes = historyOf(deps, ctx, account, changes)
      if (account.limitDay !== undefined) writes.push(unmark(walletId))
      await deps.ledger.setLimits({ walletId, role }, change, writes)
    }
    auditChanges(ctx, changes)
    return readLimits(deps, ctx, account)
  })
}

/** Changed limits count as handled: the account leaves "Needs a hand". */
const unmark = (_id: string): SideWrite => ({
  ...{ type: 'updateMany', collection: 'accounts' },
  ...{ filter: { _id }, update: { $unset: { limitDay: true } } },
})

function requireCurrent({ limits }: LimitSummary, set: LimitsInput, ifMatch: string | undefined): void {
  if (ifMatch === undefined) throw invalid(limitTexts.version)
  if (parseStaleVersion(ifMatch, limits) === undefined) return
  const by = limits.by ? nameOfActor(limits.by) : ''
  const differing = changesOf({ limits }, set).map(({ field }) => [field, `Changed meanwhile by ${by}`])
  throw conflict(limitTexts.stale, Object.fromEntries(differing))
}

const ownFields = [
  ['stakeDayMax', 'ownStakeDayMax'],
  ['lossDayMax', 'ownLossDayMax'],
] as const

type Own = { account: Account; set?: OwnLimitsInput; pauseDays?: number }

/** Changes limits that a player sets, or pauses play. */
export async function changeOwnLimits(deps: AccountsDeps, { ctx, input }: Call<Own>): Promise<void> {
  await requireActor(deps, ctx)
  const { account, set = {}, pauseDays } = input
  const { own } = await deps.ledger.limits(account._id)
  const now = deps.now().getTime()
  const maxima = inHundredths(set)
  const changes: FieldChange[] = ownFields.flatMap(([name, field]) => {
    const [before, after] = [pointsOf(maxAt(own[name], now)), maxima[name]]
    return after === undefined ? [] : [{ field, before, after: pointsOf(after) }]
  })
  if (pauseDays !== undefined) {
    changes.push({ field: 'pause', before: own.pausedUntil?.toISOString() ?? null, after: `${pauseDays} × 24 h` })
  }
  if (changes.length === 0) return
  const limits =
    pauseDays === undefined ? { type: 'own' as const, set: maxima } : { type: 'pause' as const, days: pauseDays }
  await deps.ledger.change({
    walletId: account._id,
    limits,
    sideWrites: historyOf(deps, ctx, account, changes),
  })
  auditChanges(ctx, changes)
}

export async function readLimits(deps: AccountsDeps, ctx: Pick<Ctx, 'setHeader'>, { _id, role }: Account) {
  const summary = await deps.ledger.limits(_id)
  ctx.setHeader('ETag', etagOf(summary.limits))
  return { data: toLimitsView(summary, role, deps.now()) }
}

function historyOf(deps: AccountsDeps, ctx: Ctx, account: Account, changes: readonly FieldChange[]): SideWrite[] {
  return [historyWrite(limitsRow(account, changes, ctx, deps.now(), deps.newId()))]
}

function changesOf({ limits }: Pick<LimitSummary, 'limits'>, set: LimitsInput): FieldChange[] {
  return limitNames.flatMap(field => {
    const after = set[field]
    if (after === undefined) return []
    const stored = limits[field]
    const before = typeof stored === 'bigint' ? toPoints(stored) : (stored ?? null)
    // Without the limit, transfers are allowed.
    const isSame = field === 'mayTransfer' ? (before ?? true) === (after ?? true) : before === after
    return isSame ? [] : [{ field, before, after }]
  })
}

type InHundredths<T> = { [K in keyof T]: number extends T[K] ? Exclude<T[K], number> | bigint : T[K] }

function inHundredths<T extends OwnLimitsInput | LimitsInput>(set: T): InHundredths<T> {
  const entries = Object.entries(set).filter(([, max]) => max !== undefined)
  return Object.fromEntries(
    entries.map(([name, max]) => [name, typeof max === 'number' ? toHundredths(max) : max]),
  ) as InHundredths<T>
}

const pointsOf = (amount: bigint | null) => (amount === null ? null : toPoints(amount))
