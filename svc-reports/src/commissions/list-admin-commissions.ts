import { type QueryOf, toHundredths, toPoints } from '@cascade/contracts'
import { type GameSnapshot, percentageIdOf } from '@cascade/contracts/games'
import type { AdminCommissionRow, reportsApi } from '@cascade/contracts/reports'
import {
  type AccountRow,
  type Ask,
  accountsOf,
  chosenAccount,
  type Days,
  everybody,
  requirePermission,
} from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'
import { figureReader } from '../figures/figure-reader'
import { type Measures, zero } from '../figures/measures'
import { periodOf } from '../figures/period'
import { edgeOf } from '../figures/play-lines'
import { pageOfRows } from '../lists/row-page'

type Query = QueryOf<typeof reportsApi.adminCommission>
type Pair = { admin: AccountRow; game: Pick<GameSnapshot, 'gameId' | 'gameName' | 'nodigit'>; username: string }

/** The operator's share of what was played, by admin and game. */
export async function listAdminCommissions(deps: ReportsDeps, { ctx, input }: Ask<Query>) {
  requirePermission(ctx, 'admincommission.read')
  const { days, until } = periodOf(input, deps)
  const account = await chosenAccount(deps.db, ctx.actor, input.id)
  const only = account.role === 'superadmin' ? {} : { _id: account._id }
  const admins = await accountsOf(deps.db)
    .find({ ...only, role: 'admin' })
    .toArray()
  const games = await deps.games.all()
  const played = await playedPairs(deps, ctx.actor, admins, games, { days, until })
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

/** What was played of each game below each admin, by the id of the pair. */
async function playedPairs(
  deps: ReportsDeps,
  actor: Ask['ctx']['actor'],
  admins: readonly AccountRow[],
  games: readonly GameSnapshot[],
  { days, until }: { days: Days; until: Date | undefined },
): Promise<Map<string, Measures>> {
  const played = new Map<string, Measures>()
  const steps = new Map(admins.map(admin => [edgeOf(everybody, admin._id), admin._id]))
  for (const { gameId } of games) {
    const reader = await figureReader(deps, actor, { until, gameId })
    for (const [step, sum] of await reader.byStep([...steps.keys()], days)) {
      played.set(percentageIdOf(steps.get(step) ?? '', gameId), sum)
    }
  }
  return played
}

/** The games that an admin has, and those that were played when they had them. */
function pairsOf(admin: AccountRow, games: readonly GameSnapshot[], played: ReadonlyMap<string, Measures>): Pair[] {
  return games
    .filter(game => {
      const isOffered = !admin.deleted && !game.deleted && admin.games.includes(game._id)
      return isOffered || played.has(percentageIdOf(admin._id, game.gameId))
    })
    .map(game => ({ admin, game, username: admin.username }))
}

function toRow(
  { admin, game }: Pair,
  played: ReadonlyMap<string, Measures>,
  shares: ReadonlyMap<string, number>,
): AdminCommissionRow {
  const pair = percentageIdOf(admin._id, game.gameId)
  const { play, win } = played.get(pair) ?? zero()
  const winpercentage = shares.get(pair) ?? 0
  const shareBp = BigInt(Math.round(winpercentage * 100))
  return {
    adminId: admin._id,
    gameId: game.gameId,
    gameName: game.gameName,
    username: admin.username,
    nofDigit: game.nodigit,
    winpercentage,
    totalpoints: toPoints(play),
    totalwinpoints: toPoints(win),
    commission: toPoints((play * shareBp + 5_000n) / 10_000n),
  }
}

function summaryOf(rows: readonly AdminCommissionRow[]) {
  const sum = (name: 'commission' | 'totalpoints' | 'totalwinpoints') =>
    toPoints(rows.reduce((total, row) => total + toHundredths(row[name]), 0n))
  return { commission: sum('commission'), totalpoints: sum('totalpoints'), totalwinpoints: sum('totalwinpoints') }
}
