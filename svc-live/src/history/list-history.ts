import { presets } from '@cascade/contracts'
import type { HistoryQuery } from '@cascade/contracts/live'
import {
  type Ask,
  businessDay,
  chosenAccount,
  type Days,
  dayOf,
  daysOfPreset,
  pastMoment,
  readerOf,
  requirePermission,
} from '@cascade/service-kit'
import type { LiveDeps } from '../deps'
import { listOf } from '../lists/readers'
import type { ListedTicket } from '../tickets/ticket-store'
import { type Source, untilMoment, withoutCleared } from './cleared'
import { historyRowsOf } from './history-rows'
import { partsOfPage } from './page-window'

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
