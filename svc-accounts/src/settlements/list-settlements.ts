import { toPoints } from '@cascade/contracts'
import type { Settlement as SettlementView } from '@cascade/contracts/accounts'
import type { PeriodRow } from '@cascade/contracts/reports'
import { addDays, type Call, type Ctx, isInScope, notFound, requirePermission } from '@cascade/service-kit'
import { toWindow } from '../accounts/lists/windows'
import type { AccountsDeps } from '../deps'
import { readBranchRules } from './branch-rules'
import {
  type ClosedPeriod,
  dueOf,
  isAsClosed,
  type NewSettlement,
  nextPeriod,
  type Settlement,
  toHundredths,
} from './settlement-rules'

type ListInput = {
  userId?: string | undefined
  period?: string | undefined
  state?: Settlement['state'] | undefined
  page?: number | undefined
  size?: number | undefined
}

/** Settlements of a parent; those of one period are computed again and compared. */
export async function listSettlements(deps: AccountsDeps, { ctx, input }: Call<ListInput>) {
  requirePermission(ctx, 'cash.record')
  const { period: to, state } = input
  const userId = input.userId || ctx.actor.accountId
  const parent = (await deps.accounts.findPlaces([userId])).get(userId)
  if (!parent || !(userId === ctx.actor.accountId || isInScope(ctx.actor, parent))) throw notFound()
  const { _id, username, role } = parent
  const filter = { parentId: _id, to, state }
  const [{ rows, total }, unpaid, last, week, rules] = await Promise.all([
    deps.settlements.page(filter, toWindow(input)),
    deps.settlements.sumUnpaid(filter),
    deps.settlements.lastPeriod(_id),
    to ? deps.settlements.period(_id, to) : null,
    readBranchRules(deps, parent),
  ])
  const computation = week ? await recompute(deps, ctx, { parent: { _id, role }, week }) : undefined
  return {
    data: rows.map(row => toSettlementView(row, computation?.rows)),
    total,
    parent: { _id, username, role },
    settlementPeriod: rules.length,
    closes: rules.closes,
    next: nextPeriod(last ?? undefined, { now: deps.now(), zone: deps.zone, length: rules.length }),
    ...(week && { closed: { ...toPeriodView(week), comparison: comparisonOf(week, computation) } }),
    unpaid: toPoints(unpaid),
  }
}

type Computation = { rows: ReadonlyMap<string, PeriodRow>; hash: string } | undefined

async function recompute(
  deps: AccountsDeps,
  ctx: Ctx,
  { parent, week }: { parent: Parameters<AccountsDeps['periodFigures']>[0]['parent']; week: ClosedPeriod },
): Promise<Computation> {
  const { from, to, position } = week
  const previous = (await deps.settlements.period(parent._id, addDays(from, -1)))?.position
  try {
    const { rows, hash } = await deps.periodFigures({ parent, from, to, position, previous }, ctx)
    return { rows: new Map(rows.map(row => [row.childId, row])), hash }
  } catch {
    return undefined
  }
}

const comparisonOf = ({ hash }: ClosedPeriod, computation: Computation) =>
  computation === undefined
    ? ('unavailable' as const)
    : computation.hash === hash
      ? ('same' as const)
      : ('different' as const)

const toPeriodView = ({ from, to, closedAt, closedBy, position, hash, signature }: ClosedPeriod) => ({
  ...{ period: { from, to }, closedAt: closedAt.toISOString(), closedBy, position, hash, signature },
})

export function toFiguresView(row: NewSettlement) {
  const { userId, username, role, commissionBp, play, win, commission, carried, net, carriedNet, corrections } = row
  return {
    ...{ userId, username, role, commissionPercent: commissionBp / 100 },
    ...{ play: toPoints(play), win: toPoints(win), end: toPoints(play - win), commission: toPoints(commission) },
    ...{ carried: toPoints(carried), due: toPoints(dueOf(row)), net: toPoints(net), carriedNet: toPoints(carriedNet) },
    corrections: corrections.map(({ win: change, ...line }) => ({
      ...{ ...line, win: toPoints(change), net: toPoints(-change) },
    })),
  }
}

/** @param computation rows of the same computation today, by child */
export function toSettlementView(settlement: Settlement, computation?: ReadonlyMap<string, PeriodRow>): SettlementView {
  const { _id, from, to, parentId, state, closedAt, paidAs, paidBy, paidAt, transferId, cashId } = settlement
  const row = computation?.get(settlement.userId)
  return {
    ...{ _id, period: { from, to }, parentId, ...toFiguresView(settlement), state, closedAt: closedAt.toISOString() },
    ...{ paidAs, paidBy, paidAt: paidAt?.toISOString(), transferId, cashId },
    ...(computation && !isAsClosed(settlement, row) && { differs: toDifference(row) }),
  }
}

function toDifference(row: PeriodRow | undefined) {
  const { play = 0n, win = 0n, commission = 0n, net = 0n } = row ? toHundredths(row) : {}
  return { play: toPoints(play), win: toPoints(win), commission: toPoints(commission), net: toPoints(net) }
}
