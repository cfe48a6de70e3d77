import { childRoleOf, toPoints } from '@cascade/contracts'
import {
  accountsPerRunMax,
  type CloseInput,
  type SettlementPreview,
  settlementTexts,
} from '@cascade/contracts/accounts'
import {
  AppError,
  authorOf,
  type Call,
  type Ctx,
  conflict,
  forbidden,
  isDuplicateKey,
  requirePermission,
} from '@cascade/service-kit'
import type { Account } from '../accounts/account'
import { requireActor } from '../accounts/find-account'
import type { AccountsDeps } from '../deps'
import { readBranchRules } from '../settlements/branch-rules'
import { toFiguresView } from '../settlements/list-settlements'
import {
  dueOf,
  type NewSettlement,
  type Period,
  periodIdOf,
  requireClosable,
  toSettlement,
} from '../settlements/settlement-rules'
import { beginRun } from './start-run'

/**
 * Freezes a period of the actor's direct children at a position of the play feed, in one transaction with the run that
 * writes the rows: what is applied later counts in the next one.
 */
export async function closeWeek(deps: AccountsDeps, { ctx, input }: Call<CloseInput>) {
  requirePermission(ctx, 'cash.record')
  if (input.preview) {
    const { period, rows } = await readWeek(deps, ctx, input.to)
    return { preview: toPreview(period, rows) }
  }
  const role = childRoleOf(ctx.actor.role)
  if (!role) throw conflict(settlementTexts.nothing)
  try {
    const run = await beginRun(deps, ctx, JSON.stringify({ close: input.to }), async account => {
      const week = await readWeek(deps, ctx, input.to, account)
      const rows = week.rows.map(settlement => ({
        accountId: settlement.userId,
        username: settlement.username,
        settlement,
      }))
      const period = {
        ...{ _id: periodIdOf(account._id, input.to), parentId: account._id, ...week.period },
        ...{ position: week.position, hash: week.hash, signature: week.signature },
        ...{ closedAt: deps.now(), closedBy: authorOf(ctx.actor) },
      }
      return {
        order: { operation: 'close-week' as const, role, note: '' },
        rows,
        write: async tx => {
          await deps.settlements.insertPeriod(period, tx)
        },
      }
    })
    return { run }
  } catch (error) {
    throw isDuplicateKey(error) ? conflict(settlementTexts.closed) : error
  }
}

async function readWeek(deps: AccountsDeps, ctx: Ctx, to: string, actor?: Account) {
  const parent = actor ?? (await requireActor(deps, ctx))
  const last = (await deps.settlements.lastPeriod(parent._id)) ?? undefined
  const { length, closes } = await readBranchRules(deps, parent)
  if (!closes) throw forbidden(settlementTexts.onlyAdmin)
  const period = requireClosable(to, last, { now: deps.now(), zone: deps.zone, length })
  const { _id, role } = parent
  const request = { parent: { _id, role }, ...period, previous: last?.position }
  const { rows, ...frozen } = await deps.periodFigures(request, ctx)
  const children = await deps.accounts.findPlaces(rows.map(({ childId }) => childId))
  const settlements = rows.flatMap(row => {
    const child = children.get(row.childId)
    // All admins are below the root of the figures, whichever superadmin created them.
    const isOwn = child && (role !== 'superadmin' || child.parentId === _id)
    return isOwn ? [toSettlement({ ...period, parentId: _id }, child, row)] : []
  })
  if (settlements.length > accountsPerRunMax) throw new AppError('UNPROCESSABLE', settlementTexts.tooMany)
  return { period, rows: settlements, ...frozen }
}

function toPreview(period: Period, rows: readonly NewSettlement[]): SettlementPreview {
  const sum = (amountOf: (row: NewSettlement) => bigint) =>
    toPoints(rows.reduce((total, row) => total + amountOf(row), 0n))
  return {
    period: { from: period.from, to: period.to },
    rows: rows.map(toFiguresView),
    sums: {
      ...{ play: sum(row => row.play), win: sum(row => row.win), end: sum(row => row.play - row.win) },
      ...{ commission: sum(row => row.commission), carried: sum(row => row.carried), due: sum(dueOf) },
      net: sum(row => row.net + row.carriedNet),
    },
  }
}
