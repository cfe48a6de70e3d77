import { type QueryOf, toPoints } from '@cascade/contracts'
import { type OnlinePlayer, reportsApi } from '@cascade/contracts/reports'
import {
  businessDay,
  type Call,
  pastMoment,
  type Routes,
  requestedAccount,
  requirePermission,
  subtreeFilter,
} from '@cascade/service-kit'
import type { Collection, Filter } from 'mongodb'
import type { ReportsDeps } from '../../deps'
import { readLastLogins } from '../../projections/activities/store-activities'
import { edgesInto, type TreeAccount } from '../../projections/figures/edges'
import { createFigureReader } from '../../projections/figures/figure-reader'
import { addTo, toTurnover, zero } from '../../projections/figures/measures'
import { containsText, readTimeoutMs } from '../../projections/queries'
import { readPageByName } from '../account-pages'
import { type AccountState, accountStatesName } from './account-states-projection'
import { readBalances } from './balances'

export const playerRoutes: Routes<ReportsDeps> = ({ serve }, deps) => {
  serve(reportsApi.onlinePlayers, ({ ctx, query }) => listOnlinePlayers(deps, { ctx, input: query }))
}

type Query = QueryOf<typeof reportsApi.onlinePlayers>

/** Maximum number of rows without paging. */
const playersMax = 1_000

/** Players of the subtree, online ones first, each group by name. */
async function listOnlinePlayers(deps: ReportsDeps, { ctx, input }: Call<Query>) {
  requirePermission(ctx, 'reports.read')
  const account = await requestedAccount(deps.db, ctx.actor, input.loginid)
  const players = deps.db.collection<AccountState>(accountStatesName(await deps.generations.prefix()))
  const scope = subtreeFilter({ accountId: account._id, role: account.role })
  const text = input.q
  const filter = {
    ...scope,
    role: 'player',
    deleted: false,
    ...(text ? { nameKey: containsText(text) } : {}),
  } as Filter<AccountState>
  const { rows, total, online } = await readPlayerPage(players, filter, input)
  return { data: await toOnlinePlayers(deps, { ctx, input }, rows), total, online, asOf: input.asOf }
}

async function readPlayerPage(players: Collection<AccountState>, filter: Filter<AccountState>, query: Query) {
  const { status } = query
  const filters = (status ? [status === 'online'] : [true, false]).map(isOnline => ({ ...filter, isOnline }))
  const { rows, counts } = await readPageByName(players, filters, query, playersMax)
  const online =
    status === 'offline'
      ? await players.countDocuments({ ...filter, isOnline: true }, { maxTimeMS: readTimeoutMs })
      : (counts[0] ?? 0)
  return { rows, total: counts.reduce((sum, count) => sum + count, 0), online }
}

/** Adds the play of today, or of the day of `asOf` until then. */
async function toOnlinePlayers(
  deps: ReportsDeps,
  { ctx, input: { asOf } }: Call<Query>,
  rows: readonly AccountState[],
): Promise<OnlinePlayer[]> {
  const until = pastMoment(asOf, deps.now())
  const reader = await createFigureReader(deps, ctx.actor, { until })
  const accounts = rows.map((row): TreeAccount => ({ ...row, commissionBp: 0 }))
  const edges = await edgesInto(deps.db, reader.prefix, accounts)
  const today = businessDay(until ?? deps.now(), deps.zone)
  const sums = await reader.byEdge([...edges.values()].flat(), { from: today, to: today })
  const ids = rows.map(({ _id }) => _id)
  const [logins, balances] = await Promise.all([
    readLastLogins(deps.db, ids),
    readBalances(deps, ids, { ...ctx, asOf }),
  ])
  return rows.map(({ _id, username, isOnline }) => {
    const sum = zero()
    for (const edge of edges.get(_id) ?? []) addTo(sum, sums.get(edge) ?? {})
    const { playPoints, winPoints, endPoints } = toTurnover(sum)
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
