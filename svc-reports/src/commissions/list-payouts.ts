import { type QueryOf, type Role, toHundredths, toPoints, treeRoles } from '@cascade/contracts'
import type { PayoutRow, reportsApi } from '@cascade/contracts/reports'
import {
  type AccountRow,
  type Ask,
  accountsOf,
  chosenAccount,
  requirePermission,
  subtreeFilter,
} from '@cascade/service-kit'
import type { Filter } from 'mongodb'
import type { ReportsDeps } from '../deps'
import { type FigureReader, figureReader } from '../figures/figure-reader'
import { addTo, commissionOf, zero } from '../figures/measures'
import { periodOf } from '../figures/period'
import { stepsInto } from '../figures/steps'
import { readMaxMs } from '../lists/read-max'
import { containing } from '../lists/search'

type Query = QueryOf<typeof reportsApi.commissionPayout>

/** A plain call answers everything, but not without end. */
const rowsOfPlainCall = 10_000
const defaultSize = 10
/** The commissions of so many accounts are added up; of more that would take too long for every page. */
const rowsSummed = 1_000

/** What was played below each account of the lower levels, and the account's commission on it. */
export async function listPayouts(deps: ReportsDeps, { ctx, input }: Ask<Query>) {
  requirePermission(ctx, 'reports.read')
  const { until } = periodOf({ asOf: input.asOf }, deps)
  const account = await chosenAccount(deps.db, ctx.actor, input.id)
  const scope = subtreeFilter({ accountId: account._id, role: account.role })
  const roles = rolesFor(ctx.actor.role, input.role)
  const { accounts, total } = await pageOfAccounts(deps, scope, roles, input)
  const isSummed = total <= rowsSummed
  const whole = { ...input, page: 1, size: rowsSummed }
  const all =
    isSummed && accounts.length < total ? (await pageOfAccounts(deps, scope, roles, whole)).accounts : accounts
  const reader = await figureReader(deps, ctx.actor, { until, model: 'commission' })
  const rows = await payoutRows(deps, reader, all, until ?? deps.now())
  const shown = new Set(accounts.map(({ _id }) => _id))
  const amount = toPoints(rows.reduce((sum, row) => sum + toHundredths(row.amount), 0n))
  return {
    data: rows.filter(({ _id }) => shown.has(_id)),
    ...(isSummed && { summary: { amount } }),
    ...{ total, asOf: input.asOf, verified: await deps.verification.state() },
  }
}

const offered: readonly Role[] = ['superareamanager', 'areamanager', 'master', 'player']

/** The roles that are offered to the caller, or the one of them that was chosen. */
function rolesFor(own: Role, chosen: string | undefined): readonly Role[] {
  const level = (role: Role) => (treeRoles as readonly Role[]).indexOf(role)
  const below = offered.filter(role => level(role) > level(own))
  const one = below.find(role => role === chosen)
  return one ? [one] : below
}

/** By level, and by name within it. */
async function pageOfAccounts({ db }: ReportsDeps, scope: object, roles: readonly Role[], query: Query) {
  const text = query.q?.trim()
  const count = query.size ?? (query.page === undefined ? rowsOfPlainCall : defaultSize)
  let skip = ((query.page ?? 1) - 1) * count
  let total = 0
  const accounts: AccountRow[] = []
  for (const role of roles) {
    const filter = {
      ...scope,
      role,
      deleted: false,
      ...(text ? { nameKey: containing(text) } : {}),
    } as Filter<AccountRow>
    const size = await accountsOf(db).countDocuments(filter, { maxTimeMS: readMaxMs })
    total += size
    const missing = count - accounts.length
    if (missing > 0 && skip < size) {
      const sort = { nameKey: query.order === 'desc' ? -1 : 1 } as const
      accounts.push(
        ...(await accountsOf(db).find(filter, { maxTimeMS: readMaxMs }).sort(sort).skip(skip).limit(missing).toArray()),
      )
    }
    skip = Math.max(0, skip - size)
  }
  return { accounts, total }
}

async function payoutRows(
  { db }: ReportsDeps,
  reader: FigureReader,
  accounts: readonly AccountRow[],
  now: Date,
): Promise<PayoutRow[]> {
  const steps = await stepsInto(db, reader.prefix, accounts)
  const sums = await reader.ever([...steps.values()].flat(), now)
  return accounts.map(({ _id, username, role, commissionBp }) => {
    const sum = zero()
    for (const step of steps.get(_id) ?? []) addTo(sum, sums.get(step) ?? {})
    return {
      ...{ _id, username, role },
      commission: commissionBp / 100,
      totalcommission: toPoints(sum.play),
      amount: toPoints(commissionOf(sum.play * BigInt(commissionBp))),
    }
  })
}
