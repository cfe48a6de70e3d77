import { type QueryOf, toHundredths, toPoints } from '@cascade/contracts'
import { type GameSnapshot, percentageIdOf, playsGame } from '@cascade/contracts/games'
import type { AdminCommissionRow, reportsApi } from '@cascade/contracts/reports'
import { type AccountRow, type Ask, chosenAccount, requirePermission } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'
import { figureReader } from '../figures/figure-reader'
import { type Measures, zero } from '../figures/measures'
import { periodOf } from '../figures/period'
import { gameKeyOf } from '../figures/play-lines'
import { pageOfRows } from '../lists/row-page'
import { adminsOf, shareOf, stepToAdmin } from './operator-share'

type Query = QueryOf<typeof reportsApi.adminCommission>
type Pair = { admin: AccountRow; game: Pick<GameSnapshot, 'gameId' | 'gameName' | 'nodigit'>; username: string }

/** The operator's share of what was played, by admin and game. */
export async function listAdminCommissions(deps: ReportsDeps, { ctx, input }: Ask<Query>) {
  requirePermission(ctx, 'admincommission.read')
  const { days, until } = periodOf(input, deps)
  const admins = await adminsOf(deps, await chosenAccount(deps.db, ctx.actor, input.id))
  const games = await deps.games.all()
  const reader = await figureReader(deps, ctx.actor, { until, gameIds: games.map(({ gameId }) => gameId) })
  const played = await reader.byStep(
    admins.map(({ _id }) => stepToAdmin(_id)),
    days,
  )
  const pairs = admins.flatMap(admin => pairsOf(admin, games, played))
  const shares = await deps.games.shares(
    pairs.map(({ admin, game }) => ({ adminId: admin._id, gameId: game.gameId })),
    until,
  )
  const rowsOf = async (some: readonly Pair[]) => some.map(pair => toRow(pair, played, shares))
  const { rows, total } = await pageOfRows(pairs, input, {
    textOf: ({ username, game }) => `${username} ${game.gameId} ${game.gameName}`,
    fill: rowsOf,
  })
  return { data: rows, total, summary: summaryOf(await rowsOf(pairs)), ...(await deps.aboutReport(days, input.asOf)) }
}

const keyOf = (admin: AccountRow, { gameId }: Pick<GameSnapshot, 'gameId'>) => gameKeyOf(stepToAdmin(admin._id), gameId)

/** The games that an admin has, and those that were played when they had them. */
function pairsOf(admin: AccountRow, games: readonly GameSnapshot[], played: ReadonlyMap<string, Measures>): Pair[] {
  return games
    .filter(game => {
      const isOffered = !admin.deleted && !game.deleted && playsGame(admin, game)
      return isOffered || played.has(keyOf(admin, game))
    })
    .map(game => ({ admin, game, username: admin.username }))
}

function toRow(
  { admin, game }: Pair,
  played: ReadonlyMap<string, Measures>,
  shares: ReadonlyMap<string, number>,
): AdminCommissionRow {
  const { play, win } = played.get(keyOf(admin, game)) ?? zero()
  const winpercentage = shares.get(percentageIdOf(admin._id, game.gameId)) ?? 0
  return {
    adminId: admin._id,
    gameId: game.gameId,
    gameName: game.gameName,
    username: admin.username,
    nofDigit: game.nodigit,
    winpercentage,
    totalpoints: toPoints(play),
    totalwinpoints: toPoints(win),
    commission: toPoints(shareOf(play, winpercentage)),
  }
}

function summaryOf(rows: readonly AdminCommissionRow[]) {
  const sum = (name: 'commission' | 'totalpoints' | 'totalwinpoints') =>
    toPoints(rows.reduce((total, row) => total + toHundredths(row[name]), 0n))
  return { commission: sum('commission'), totalpoints: sum('totalpoints'), totalwinpoints: sum('totalwinpoints') }
}
