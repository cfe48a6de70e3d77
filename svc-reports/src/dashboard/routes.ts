import { toPoints } from '@cascade/contracts'
import { liveInternal } from '@cascade/contracts/live'
import { type Dashboard, reportsApi } from '@cascade/contracts/reports'
import {
  type Actor,
  type Ask,
  addDays,
  businessDay,
  type Routes,
  requirePermission,
  subtreeFilter,
} from '@cascade/service-kit'
import type { Db, Filter } from 'mongodb'
import { dayPoints, gamesOf, hourPoints } from '../charts/routes'
import type { ReportsDeps } from '../deps'
import { figureReader } from '../figures/figure-reader'
import { turnoverOf } from '../figures/measures'
import { namedAccount, nodeOf, stepsInto } from '../figures/steps'
import { flowsOf } from '../flows/flows-view'
import { factsOf, listOf } from '../lists/time-lists'
import { failedLoginListOf, logsName } from '../logs/log-facts'
import { type AccountState, accountStatesName } from '../players/account-states-view'
import { balancesMost, balancesOf } from '../players/routes'

export const dashboardRoutes: Routes<ReportsDeps> = ({ serve }, deps) => {
  serve(reportsApi.dashboard, ({ ctx }) => readDashboard(deps, { ctx, input: {} }))
}

const daysShown = 14
const gamesShown = 5
const accountsShown = 5
const dayMs = 86_400_000

/** What an operator wants to see at once, of everybody below. */
async function readDashboard(deps: ReportsDeps, { ctx }: Ask): Promise<{ data: Dashboard }> {
  requirePermission(ctx, 'reports.read')
  const { actor } = ctx
  const { db, zone } = deps
  const now = deps.now()
  const today = businessDay(now, zone)
  const yesterday = addDays(today, -1)
  const reader = await figureReader(deps, actor)
  const sameTime = new Date(now.getTime() - dayMs)
  const then = await figureReader(deps, actor, { until: sameTime })
  const account = await namedAccount(db, { _id: actor.accountId, role: actor.role }, actor)
  const steps = (await stepsInto(db, reader.prefix, [account])).get(account._id) ?? []
  const of = (day: string) => ({ from: day, to: day })
  const flows = await flowsOf(db, reader.prefix, nodeOf(account), { from: yesterday, to: today })
  const flow = (day: string) => {
    const { in: came = 0n, out = 0n } = flows.get(day) ?? {}
    return { in: toPoints(came), out: toPoints(out) }
  }
  const list = listOf(account, false)
  return {
    data: {
      day: today,
      zone,
      exposure: await exposureOf(deps, actor),
      today: turnoverOf(await reader.total(steps, of(today))),
      yesterday: turnoverOf(await then.total(steps, of(businessDay(sameTime, zone)))),
      hours: {
        today: await hourPoints(reader, steps, today),
        yesterday: await hourPoints(reader, steps, yesterday),
      },
      days: await dayPoints(reader, steps, { from: addDays(today, 1 - daysShown), to: today }),
      games: (await gamesOf(deps, actor, { steps, days: of(today) })).slice(0, gamesShown),
      ...(await accountFigures(deps, actor, reader.prefix)),
      flow: { today: flow(today), yesterday: flow(yesterday) },
      failedLogins: {
        today: await countFailedLogins(db, list, today),
        yesterday: await countFailedLogins(db, list, yesterday),
      },
      verified: await deps.verification.state(),
    },
  }
}

/** Only the instance that takes the bets knows it; the other figures do not wait for one that is away. */
async function exposureOf({ call, logger }: ReportsDeps, actor: Actor): Promise<Dashboard['exposure']> {
  if (actor.role !== 'superadmin' && actor.role !== 'admin') return undefined
  const adminIds = actor.role === 'admin' ? [actor.accountId] : null
  try {
    const { draws, stake, worst } = await call(liveInternal.exposure, { body: { adminIds }, timeoutMs: 1_000 })
    return { draws, stake: toPoints(BigInt(stake)), worst: toPoints(BigInt(worst)) }
  } catch (error) {
    logger.warn({ error }, 'the exposure of open draws is not known')
    return null
  }
}

async function accountFigures(deps: ReportsDeps, actor: Actor, prefix: string) {
  const states = deps.db.collection<AccountState>(accountStatesName(prefix))
  const scope = { ...subtreeFilter(actor), deleted: false } as Filter<AccountState>
  const onlinePlayers = await states.countDocuments({ ...scope, role: 'player', isOnline: true })
  const rows = await states
    .find({ ...scope, active: false })
    .limit(balancesMost + 1)
    .toArray()
  const isWhole = rows.length <= balancesMost
  const looked = rows.slice(0, balancesMost)
  const balances = await balancesOf(
    deps,
    looked.map(({ _id }) => _id),
  )
  const suspended = looked
    .map(({ _id, username, role }) => ({ _id, username, role, balance: balances.get(_id) ?? 0n }))
    .filter(({ balance }) => balance > 0n)
    .sort((a, b) => (a.balance < b.balance ? 1 : -1))
  const accounts = suspended
    .slice(0, accountsShown)
    .map(({ balance, ...account }) => ({ ...account, points: toPoints(balance) }))
  const points = toPoints(suspended.reduce((sum, { balance }) => sum + balance, 0n))
  return { onlinePlayers, suspended: { count: suspended.length, points, isWhole, accounts } }
}

/** Refused sign-ins of one day in the list of a reader. */
async function countFailedLogins(db: Db, reader: string, day: string): Promise<number> {
  const [own] = await factsOf(db, logsName, failedLoginListOf(reader)).days(day, day)
  return own?.count ?? 0
}
