import { type QueryOf, toPoints } from '@cascade/contracts'
import { type OnlinePlayer, reportsApi } from '@cascade/contracts/reports'
import {
  type Ask,
  businessDay,
  chosenAccount,
  pastMoment,
  type Routes,
  requirePermission,
  subtreeFilter,
} from '@cascade/service-kit'
import type { Collection, Filter } from 'mongodb'
import type { ReportsDeps } from '../../deps'
import { lastLoginsOf } from '../../projections/activities/store-activities'
import { figureReader } from '../../projections/figures/figure-reader'
import { addTo, turnoverOf, zero } from '../../projections/figures/measures'
import { type Named, stepsInto } from '../../projections/figures/steps'
import { containing, readMaxMs } from '../../projections/queries'
import { pageByName } from '../account-pages'
import { type AccountState, accountStatesName } from './account-states-projection'
import { balancesOf } from './balances'

export const playerRoutes: Routes<ReportsDeps> = ({ serve }, deps) => {
  serve(reportsApi.onlinePlayers, ({ ctx, query }) => listOnlinePlayers(deps, { ctx, input: query }))
}

type Query = QueryOf<typeof reportsApi.onlinePlayers>

/** Of a plain call. */
const mostPlayers = 1_000

/** Players of the subtree by name, those who are online first. */
async function listOnlinePlayers(deps: ReportsDeps, { ctx, input }: Ask<Query>) {
  requirePermission(ctx, 'reports.read')
  const account = await chosenAccount(deps.db, ctx.actor, input.loginid)
  const players = deps.db.collection<AccountState>(accountStatesName(await deps.generations.prefix()))
  const scope = subtreeFilter({ accountId: account._id, role: account.role })
  const text = input.q
  const filter = {
    ...scope,
    role: 'player',
    deleted: false,
    ...(text ? { nameKey: containing(text) } : {}),
  } as Filter<AccountState>
  const { rows, total, online } = await pageOfPlayers(players, filter, input)
  return { data: await answersOf(deps, { ctx, input }, rows), total, online, asOf: input.asOf }
}

async function pageOfPlayers(players: Collection<AccountState>, filter: Filter<AccountState>, query: Query) {
  const { status } = query
  const filters = (status ? [status === 'online'] : [true, false]).map(isOnline => ({ ...filter, isOnline }))
  const { rows, counts } = await pageByName(players, filters, query, mostPlayers)
  const online =
    status === 'offline'
      ? await players.countDocuments({ ...filter, isOnline: true }, { maxTimeMS: readMaxMs })
      : (counts[0] ?? 0)
  return { rows, total: counts.reduce((sum, count) => sum + count, 0), online }
}

/** The rows with what was played today, or until a moment on its day. */
async function answersOf(
  deps: ReportsDeps,
  { ctx, input: { asOf } }: Ask<Query>,
  rows: readonly AccountState[],
): Promise<OnlinePlayer[]> {
  const until = pastMoment(asOf, deps.now())
  const reader = await figureReader(deps, ctx.actor, { until })
  const named = rows.map((row): Named => ({ ...row, commissionBp: 0 }))
  const steps = await stepsInto(deps.db, reader.prefix, named)
  const today = businessDay(until ?? deps.now(), deps.zone)
  const sums = await reader.byStep([...steps.values()].flat(), { from: today, to: today })
  const ids = rows.map(({ _id }) => _id)
  const [logins, balances] = await Promise.all([lastLoginsOf(deps.db, ids), balancesOf(deps, ids, { ...ctx, asOf })])
  return rows.map(({ _id, username, isOnline }) => {
    const sum = zero()
    for (const step of steps.get(_id) ?? []) addTo(sum, sums.get(step) ?? {})
    const { playPoints, winPoints, endPoints } = turnoverOf(sum)
    return {
      _id,
      username,
      points: toPoints(balances.get(_id) ?? 0n),
      playPoints,
      winPoints,
      endPoints,
      claimPoints: toPoints(sum.claim),
      isOnline,
      lastLogin: logins.get(_id)?.toISOString() ?? null,
    }
  })
}
