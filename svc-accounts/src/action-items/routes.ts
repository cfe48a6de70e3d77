import { toPoints } from '@cascade/contracts'
import { accountsInternal, accountsPerRunMax, type WeekItem } from '@cascade/contracts/accounts'
import { businessDay, type Routes } from '@cascade/service-kit'
import type { Scope } from '../accounts/account'
import type { AccountsDeps } from '../deps'
import { readBranchRules } from '../settlements/branch-rules'
import { openPeriods } from '../settlements/settlement-rules'

const accountsMax = 100

export const actionItemRoutes: Routes<AccountsDeps> = ({ serveInternal }, deps) => {
  serveInternal(accountsInternal.actionItems, async ({ body: { playSince, ...scope } }) => {
    const items = await Promise.all([
      readLimits(deps, scope),
      readPeriods(deps, scope, playSince),
      readPayments(deps, scope),
    ])
    return { items: items.flat() }
  })
}

/** Per role, from 100 marked accounts at most; an index holds only these. */
async function readLimits(deps: AccountsDeps, scope: Scope): Promise<WeekItem[]> {
  const day = businessDay(deps.now(), deps.zone)
  const found = await deps.directory.findAtLimit(scope, day, accountsMax + 1)
  const isPart = found.length > accountsMax
  const counted = found.slice(0, accountsMax)
  return [...new Set(counted.map(({ role }) => role))].map(role => {
    const accounts = counted.filter(account => account.role === role)
    const [first] = accounts.map(({ limitHits }) => limitHits?.at).sort((a, b) => Number(a) - Number(b))
    const only = accounts.length === 1 && !isPart ? accounts[0] : undefined
    return {
      ...{ kind: 'limits', role, count: accounts.length, oldest: first?.toISOString() ?? null },
      ...{ isPart: isPart || undefined, userId: only?._id },
    }
  })
}

/** Three rows by their keys. */
async function readPeriods(deps: AccountsDeps, { accountId }: Scope, playSince: string): Promise<WeekItem[]> {
  const [account, last] = await Promise.all([deps.accounts.find(accountId), deps.settlements.lastPeriod(accountId)])
  if (!account || account.childCount === 0) return []
  const { length, closes } = await readBranchRules(deps, account)
  const open = openPeriods(last ?? undefined, playSince, { now: deps.now(), zone: deps.zone, length })
  if (!open || !closes) return []
  return [{ kind: 'openPeriods', count: open.count, oldest: open.since.toISOString(), period: open.first }]
}

/** A range of the index of unpaid rows, 10,000 at most. */
async function readPayments(deps: AccountsDeps, { accountId }: Scope): Promise<WeekItem[]> {
  const due = await deps.settlements.due(accountId, accountsPerRunMax)
  if (!due) return []
  const { count, amount, since, to } = due
  const isPart = count === accountsPerRunMax || undefined
  const points = toPoints(amount)
  return [{ kind: 'payments', count, points, oldest: since.toISOString(), period: to, isPart }]
}
