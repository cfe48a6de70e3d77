import { backOfficeRoles, presets } from '@cascade/contracts'
import { playsGame } from '@cascade/contracts/games'
import type { HistoryQuery } from '@cascade/contracts/live'
import {
  type Ask,
  accountInScope,
  accountsOf,
  businessDay,
  type CollectionPlan,
  chosenAccount,
  type Days,
  dayOf,
  daysOfPreset,
  pastMoment,
  readerOf,
  requirePermission,
  subtreeFilter,
} from '@cascade/service-kit'
import type { LiveDeps } from '../deps'
import type { ListedTicket } from '../draws/ticket-store'
import { partsOfPage, type Source, untilMoment, withoutCleared } from './cleared'
import { historyRowsOf } from './history-rows'
import { listOf } from './list-store'

/** A plain call answers everything, but not without end. */
const mostRows = 1_000
/** A search looks through so many of the newest tickets. */
const searchedRows = 5_000
const defaultSize = 10

/** Tickets of the actor's subtree, or of one account of it, newest first, without what their admin has cleared. */
export async function listHistory(deps: LiveDeps, { ctx, input }: Ask<HistoryQuery>) {
  requirePermission(ctx, 'history.read')
  const account = await chosenAccount(deps.db, ctx.actor, input.userId)
  const asOf = pastMoment(input.asOf, new Date(deps.clock.now()))
  const range = rangeOf(deps, input, asOf)
  const source =
    account.role === 'player' ? ofPlayer(deps, account._id, range, input) : ofReader(deps, account, range, input)
  const [tickets = [], results = []] = await deps.clearings.hiddenFrom(ctx.actor, 'ticket', 'result')
  const then = asOf && { asOf, day: businessDay(asOf, deps.zone) }
  const known = then ? await untilMoment(await source, then) : await source
  const page = await readPage(await withoutCleared(known, tickets), input)
  const data = await historyRowsOf(deps, page.tickets, { hiddenResults: results, asOf })
  return { data, total: page.total, asOf: input.asOf }
}

function rangeOf(
  { clock, zone }: LiveDeps,
  { tdate, startDate, endDate, preset }: HistoryQuery,
  asOf: Date | undefined,
): Days {
  if (tdate) return { from: tdate, to: tdate }
  const today = businessDay(asOf ?? new Date(clock.now()), zone)
  if (!startDate && !endDate) return daysOfPreset(preset ?? presets.today, today)
  return {
    from: startDate ? dayOf(startDate, zone) : '0000-00-00',
    to: endDate ? dayOf(endDate, zone) : today,
  }
}

async function ofReader(
  deps: LiveDeps,
  account: Parameters<typeof readerOf>[0],
  { from, to }: Days,
  { gameId }: HistoryQuery,
) {
  const list = listOf(readerOf(account), gameId)
  const source: Source<ListedTicket> = {
    days: await deps.lists.days(list, from, to),
    read: async part => deps.tickets.listed(await deps.lists.slice(list, part.day, part.from, part.count)),
  }
  return source
}

/** A player's own tickets of a day are few: they are read and sorted as they are. */
async function ofPlayer(deps: LiveDeps, playerId: string, { from, to }: Days, { gameId }: HistoryQuery) {
  const counts = new Map<string, number>()
  for (const { day, gameId: game, tickets } of await deps.totals.daysOfPlayer(playerId)) {
    if (day >= from && day <= to && (!gameId || game === gameId)) counts.set(day, (counts.get(day) ?? 0) + tickets)
  }
  const days = Array.from(counts, ([day, count]) => ({ day, count })).sort((a, b) => (a.day < b.day ? 1 : -1))
  const source: Source<ListedTicket> = {
    days,
    async read(part) {
      const found = await deps.tickets.ofPlayer(playerId, [part.day])
      const inOrder = found.filter(ticket => !gameId || ticket.gameId === gameId).sort((a, b) => a.seq - b.seq)
      return inOrder.slice(part.from, part.from + part.count)
    },
  }
  return source
}

async function readPage({ days, read }: Source<ListedTicket>, { page, size, order, q }: HistoryQuery) {
  const isAscending = order === 'asc'
  const isWhole = page === undefined && size === undefined
  const count = isWhole ? mostRows : (size ?? defaultSize)
  const skip = isWhole ? 0 : ((page ?? 1) - 1) * count
  const rows = async (from: number, limit: number) => {
    const parts = partsOfPage(days, isAscending, from, limit)
    const found = await Promise.all(parts.map(read))
    return found.flatMap(tickets => (isAscending ? tickets : tickets.toReversed()))
  }
  const wanted = q?.trim().toLowerCase()
  if (!wanted) return { tickets: await rows(skip, count), total: days.reduce((sum, day) => sum + day.count, 0) }
  const matching = (await rows(0, searchedRows)).filter(ticket => textOf(ticket).includes(wanted))
  return { tickets: matching.slice(skip, skip + count), total: matching.length }
}

const textOf = ({ _id, username, gameId }: ListedTicket) => `${_id} ${username} ${gameId}`.toLowerCase()

const mostUsers = 50

/** One index for each level that may look, with exactly the fields of the query below. */
export const choicePlans: readonly CollectionPlan[] = [
  {
    name: 'accounts',
    indexes: [
      { key: { deleted: 1, nameKey: 1 } },
      ...backOfficeRoles.map(role => ({
        key: { [`ancestry.${role}`]: 1 as const, deleted: 1 as const, nameKey: 1 as const },
      })),
    ],
  },
]

/** Accounts of the subtree whose name begins so, by name: 50 at most. */
export async function listHistoryUsers(deps: LiveDeps, { ctx, input }: Ask<{ q?: string | undefined }>) {
  requirePermission(ctx, 'history.read')
  const prefix = (input.q ?? '').trim().toLowerCase()
  const byName = prefix ? { nameKey: { $gte: prefix, $lt: `${prefix}\uffff` } } : {}
  const found = await accountsOf(deps.db)
    .find({ ...subtreeFilter(ctx.actor), deleted: false, ...byName })
    .sort({ nameKey: 1 })
    .limit(mostUsers)
    .toArray()
  return { data: found.map(({ _id, username, role }) => ({ _id, username, role })) }
}

/** The games that the actor's players play, by name. */
export async function listHistoryGames(deps: LiveDeps, { ctx }: Ask) {
  requirePermission(ctx, 'history.read')
  const own = await accountInScope(deps.db, ctx.actor, ctx.actor.accountId)
  const admin = own.ancestry.admin ? await deps.accounts.recent(own.ancestry.admin) : null
  const games = deps.catalogue.all().filter(({ game }) => !admin || playsGame(admin, game))
  return { data: games.map(({ game: { _id, gameId, gameName } }) => ({ _id, gameId, gameName })) }
}
