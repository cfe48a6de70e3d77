import { backOfficeRoles, presets, toHundredths, toPoints } from '@cascade/contracts'
import { playsGame } from '@cascade/contracts/games'
import type { HistoryQuery, HistorySums } from '@cascade/contracts/live'
import {
  type Ask,
  accountInScope,
  accountsOf,
  businessDay,
  type CollectionPlan,
  chosenAccount,
  type DayList,
  type Days,
  dayOf,
  daysOfPreset,
  type Part,
  pastMoment,
  readerOf,
  readPage,
  requirePermission,
  subtreeFilter,
  visibleParts,
} from '@cascade/service-kit'
import type { LiveDeps } from '../deps'
import type { ListedTicket } from '../draws/ticket-store'
import { historyRowsOf } from './history-rows'

/** A search looks through so many of the newest tickets. */
const searchedRows = 5_000

/** Tickets of the actor's subtree, or of one account of it, newest first, without what their admin has cleared. */
export async function listHistory(deps: LiveDeps, { ctx, input }: Ask<HistoryQuery>) {
  requirePermission(ctx, 'history.read')
  const account = await chosenAccount(deps.db, ctx.actor, input.userId)
  const asOf = pastMoment(input.asOf, new Date(deps.clock.now()))
  const list =
    account.role === 'player'
      ? deps.lists.ofPlayer(account._id, input.gameId)
      : deps.lists.below(readerOf(account), input.gameId)
  const [tickets = [], results = []] = await deps.clearings.hiddenFrom(ctx.actor, 'ticket', 'result')
  const until = asOf ? [{ at: asOf, day: businessDay(asOf, deps.zone) }] : []
  const text = input.q?.trim()
  const part = { ...rangeOf(deps, input, asOf), until, match: text ? { text } : undefined }
  const parts = visibleParts(part, [{ match: {}, hidden: tickets }], deps.zone)
  const { rows, total, searched } = await readPage(list, parts, input, { mostScanned: searchedRows })
  const data = await historyRowsOf(deps, rows, { hiddenResults: results, asOf })
  const sums = input.sums && (await sumsOf(deps, { list, parts, asOf }))
  return { data, total, searched, sums, asOf: input.asOf }
}

/** So many of the newest tickets are summed, some at a time. */
const summedTickets = 10_000
const summedTogether = 1_000

type Summed = { list: DayList<ListedTicket>; parts: readonly Part[]; asOf: Date | undefined }

/** A ticket that comes meanwhile moves the others by one place: none of them is left out, and none counts twice. */
async function sumsOf(deps: LiveDeps, { list, parts, asOf }: Summed): Promise<HistorySums> {
  const counted = new Map<string, { stake: bigint; win: bigint }>()
  let total = summedTickets
  for (let page = 1; (page - 1) * summedTogether < Math.min(total, summedTickets); page++) {
    const found = await readPage(list, parts, { page, size: summedTogether }, { mostScanned: searchedRows })
    total = found.total
    // What a corrected draw had paid then is worked out for each ticket.
    const wins = asOf && new Map((await historyRowsOf(deps, found.rows, { asOf })).map(row => [row.ticketId, row]))
    for (const { _id, stake, win } of found.rows) {
      const then = wins?.get(_id)
      counted.set(_id, { stake, win: then ? toHundredths(then.winpoints) : win })
    }
  }
  const all = [...counted.values()]
  return {
    tickets: all.length,
    playpoints: toPoints(all.reduce((sum, { stake }) => sum + stake, 0n)),
    winpoints: toPoints(all.reduce((sum, { win }) => sum + win, 0n)),
  }
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
