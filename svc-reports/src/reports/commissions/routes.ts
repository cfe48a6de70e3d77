import { type QueryOf, type Role, toPoints, treeRoles } from '@cascade/contracts'
import { type GameSnapshot, playsGame, toPercentageId } from '@cascade/contracts/games'
import { type AdminCommissionRow, type PayoutRow, reportsApi } from '@cascade/contracts/reports'
import {
  type AccountRow,
  accountsOf,
  type Call,
  type Routes,
  requestedAccount,
  requirePermission,
  subtreeFilter,
} from '@cascade/service-kit'
import type { Filter } from 'mongodb'
import type { ReportsDeps } from '../../deps'
import { edgesInto } from '../../projections/figures/edges'
import { createFigureReader, type FigureReader } from '../../projections/figures/figure-reader'
import { addTo, type Measures, zero } from '../../projections/figures/measures'
import { parsePeriod } from '../../projections/figures/period'
import { gameKeyOf } from '../../projections/figures/play-lines'
import { containsText } from '../../projections/queries'
import { pageRows, readPageByName, sumColumns } from '../account-pages'
import { edgeToAdmin, findAdmins, operatorShare } from './operator-share'

export const commissionRoutes: Routes<ReportsDeps> = ({ serve }, deps) => {
  serve(reportsApi.commissionPayout, ({ ctx, query }) => listPayouts(deps, { ctx, input: query }))
  serve(reportsApi.adminCommission, ({ ctx, query }) => listAdminCommissions(deps, { ctx, input: query }))
}

type Query = QueryOf<typeof reportsApi.adminCommission>
type Offering = { admin: AccountRow; game: Pick<GameSnapshot, 'gameId' | 'gameName' | 'nodigit'>; username: string }

async function listAdminCommissions(deps: ReportsDeps, { ctx, input }: Call<Query>) {
  requirePermission(ctx, 'admincommission.read')
  const { days, until } = parsePeriod(input, deps)
  const admins = await findAdmins(deps, await requestedAccount(deps.db, ctx.actor, input.id))
  const games = await deps.games.all()
  const reader = await createFigureReader(deps, ctx.actor, { until, gameIds: games.map(({ gameId }) => gameId) })
  const played = await reader.byEdge(
    admins.map(({ _id }) => edgeToAdmin(_id)),
    days,
  )
  const offerings = admins.flatMap(admin => listOfferings(admin, games, played))
  const shares = await deps.games.shares(
    offerings.map(({ admin, game }) => ({ adminId: admin._id, gameId: game.gameId })),
    until,
  )
  const toRows = async (some: readonly Offering[]) => some.map(offering => toRow(offering, played, shares))
  const { rows, found } = await pageRows(offerings, input, {
    textOf: ({ username, game }) => `${username} ${game.gameId} ${game.gameName}`,
    fill: toRows,
  })
  const summary = sumColumns(await toRows(found), ['commission', 'totalpoints', 'totalwinpoints'])
  return { data: rows, total: found.length, summary, ...(await deps.reportMetadata(days, input.asOf)) }
}

const keyOf = (admin: AccountRow, { gameId }: Pick<GameSnapshot, 'gameId'>) => gameKeyOf(edgeToAdmin(admin._id), gameId)

/** Games that an admin has, and those that were played while the admin had them. */
function listOfferings(
  admin: AccountRow,
  games: readonly GameSnapshot[],
  played: ReadonlyMap<string, Measures>,
): Offering[] {
  return games
    .filter(game => {
      const isOffered = !admin.deleted && !game.deleted && playsGame(admin, game)
      return isOffered || played.has(keyOf(admin, game))
    })
    .map(game => ({ admin, game, username: admin.username }))
}

function toRow(
  { admin, game }: Offering,
  played: ReadonlyMap<string, Measures>,
  shares: ReadonlyMap<string, number>,
): AdminCommissionRow {
  const { play, win } = played.get(keyOf(admin, game)) ?? zero()
  const winpercentage = shares.get(toPercentageId(admin._id, game.gameId)) ?? 0
  return {
    adminId: admin._id,
    gameId: game.gameId,
    gameName: game.gameName,
    username: admin.username,
    nofDigit: game.nodigit,
    winpercentage,
    totalpoints: toPoints(play),
    totalwinpoints: toPoints(win),
    commission: toPoints(operatorShare(play, winpercentage)),
  }
}

type ListPayoutsQuery = QueryOf<typeof reportsApi.commissionPayout>

/** Summing up more accounts would take too long for every page. */
const rowsSummedMax = 1_000

/** Play below each account of the lower levels, and the commission that it earned. */
async function listPayouts(deps: ReportsDeps, { ctx, input }: Call<ListPayoutsQuery>) {
  requirePermission(ctx, 'reports.read')
  const { until } = parsePeriod({ asOf: input.asOf }, deps)
  const account = await requestedAccount(deps.db, ctx.actor, input.id)
  const scope = subtreeFilter({ accountId: account._id, role: account.role })
  const roles = rolesFor(ctx.actor.role, input.role)
  const { accounts, total } = await readAccountPage(deps, scope, roles, input)
  const isSummed = total <= rowsSummedMax
  const whole = { ...input, page: 1, size: rowsSummedMax }
  const all =
    isSummed && accounts.length < total ? (await readAccountPage(deps, scope, roles, whole)).accounts : accounts
  const reader = await createFigureReader(deps, ctx.actor, { until, model: 'commission' })
  const rows = await readPayoutRows(deps, reader, all, until ?? deps.now())
  const pageIds = new Set(accounts.map(({ _id }) => _id))
  return {
    data: rows.filter(({ _id }) => pageIds.has(_id)),
    ...(isSummed && { summary: sumColumns(rows, ['amount']) }),
    total,
    asOf: input.asOf,
    verified: await deps.verification.state(),
  }
}

const payoutRoles: readonly Role[] = ['superareamanager', 'areamanager', 'master', 'player']

function rolesFor(own: Role, chosen: string | undefined): readonly Role[] {
  const level = (role: Role) => (treeRoles as readonly Role[]).indexOf(role)
  const below = payoutRoles.filter(role => level(role) > level(own))
  const one = below.find(role => role === chosen)
  return one ? [one] : below
}

/** By level, then by name. */
async function readAccountPage({ db }: ReportsDeps, scope: object, roles: readonly Role[], query: ListPayoutsQuery) {
  const text = query.q
  const filters = roles.map(
    role =>
      ({
        ...scope,
        role,
        deleted: false,
        ...(text ? { nameKey: containsText(text) } : {}),
      }) as Filter<AccountRow>,
  )
  const { rows: accounts, counts } = await readPageByName(accountsOf(db), filters, query)
  return { accounts, total: counts.reduce((sum, count) => sum + count, 0) }
}

async function readPayoutRows(
  { db }: ReportsDeps,
  reader: FigureReader,
  accounts: readonly AccountRow[],
  now: Date,
): Promise<PayoutRow[]> {
  const edges = await edgesInto(db, reader.prefix, accounts)
  const sums = await reader.ever([...edges.values()].flat(), now)
  return accounts.map(({ _id, username, role, commissionBp }) => {
    const sum = zero()
    for (const edge of edges.get(_id) ?? []) addTo(sum, sums.get(edge) ?? {})
    return {
      _id,
      username,
      role,
      commission: commissionBp / 100,
      totalcommission: toPoints(sum.play),
      amount: toPoints(commissionOf(role, sum)),
    }
  })
}

/** The commission of an account, at the percentage of each bet: as in the turnover report. */
function commissionOf(role: Role, { superarea, area, master, player }: Measures): bigint {
  const own: Partial<Record<Role, bigint>> = { superareamanager: superarea, areamanager: area, master, player }
  return own[role] ?? 0n
}
