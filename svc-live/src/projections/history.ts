import { backOfficeRoles, presets, toPoints, toSearchKey } from '@cascade/contracts'
import { playsGame } from '@cascade/contracts/games'
import type { HistoryQuery, HistorySums } from '@cascade/contracts/live'
import {
  type AccountRow,
  accountInScope,
  accountsOf,
  businessDay,
  type Call,
  type CollectionSpec,
  createWorkQueue,
  type DayList,
  type Days,
  dayOf,
  daysOfPreset,
  type Part,
  pastMoment,
  readerOf,
  readersAbove,
  readPage,
  readRefs,
  requestedAccount,
  requirePermission,
  subtreeFilter,
  visibleParts,
} from '@cascade/service-kit'
import type { LiveDeps } from '../deps'
import type { ListedTicket } from '../records/ticket-store'
import { readHistoryRows, readWinsAt } from './history-rows'

const searchedRowsMax = 5_000
/** Reads of thousands of tickets in the process that draws: one at a time. */
export const longReads = createWorkQueue(1)

/** Tickets of the actor's subtree, or of one account of it, newest first, without cleared ones. */
export async function listHistory(deps: LiveDeps, { ctx, input }: Call<HistoryQuery>) {
  requirePermission(ctx, 'history.read')
  const account = await requestedAccount(deps.db, ctx.actor, input.userId)
  const asOf = pastMoment(input.asOf, new Date(deps.clock.now()))
  const text = input.q?.trim()
  const ticket = text ? await findListedTicket(deps, text, { account, gameId: input.gameId }) : undefined
  const list = ticket
    ? deps.lists.single(ticket)
    : account.role === 'player'
      ? deps.lists.ofPlayer(account._id, input.gameId)
      : deps.lists.below(readerOf(account), input.gameId)
  const [tickets = [], results = []] = await deps.clearings.hiddenFrom(ctx.actor, 'ticket', 'result')
  const until = asOf ? [{ at: asOf, day: businessDay(asOf, deps.zone) }] : []
  const match = text && !ticket ? { text: toSearchKey(text) } : undefined
  const part = { ...resolveRange(deps, input, asOf), until, match }
  const parts = visibleParts(part, [{ match: {}, hidden: tickets }], deps.zone)
  const read = async () => {
    const { rows, total, searched } = await readPage(list, parts, input, { mostScanned: searchedRowsMax })
    const data = await readHistoryRows(deps, rows, { hiddenResults: results, asOf })
    const sums = input.sums && (await readSums(deps, { list, parts, asOf }))
    return { data, total, searched, sums, asOf: input.asOf }
  }
  return match || input.sums ? longReads({ account: ctx.actor.accountId }, read) : read()
}

type ListScope = { account: Pick<AccountRow, '_id' | 'role'>; gameId: string | undefined }

async function findListedTicket({ tickets }: Pick<LiveDeps, 'tickets'>, id: string, { account, gameId }: ListScope) {
  const [ticket] = await tickets.findListed([id])
  if (!ticket || (gameId !== undefined && ticket.gameId !== gameId)) return undefined
  const readers = [...readersAbove(ticket.ancestry), ticket.playerId]
  return readers.includes(account.role === 'player' ? account._id : readerOf(account)) ? ticket : undefined
}

const summedTicketsMax = 10_000
const sumBatchSize = 1_000

type SumInput = { list: DayList<ListedTicket>; parts: readonly Part[]; asOf: Date | undefined }

/** Summed by the database; only tickets corrected since `asOf` are read. */
async function readSums(deps: LiveDeps, { list, parts, asOf }: SumInput): Promise<HistorySums> {
  const paging = { page: 1, size: summedTicketsMax }
  const ids = (await readRefs(list, parts, paging, { mostScanned: searchedRowsMax })).refs.map(String)
  const sums = { tickets: 0, stake: 0n, win: 0n }
  for (let at = 0; at < ids.length; at += sumBatchSize) {
    const batch = ids.slice(at, at + sumBatchSize)
    const byDraw = await deps.tickets.sumByDraw(batch)
    const winsAt = asOf && (await readWinsAt(deps, { byDraw, ids: batch, asOf }))
    for (const { drawId, tickets, stake, win } of byDraw) {
      sums.tickets += tickets
      sums.stake += stake
      sums.win += winsAt?.get(drawId) ?? win
    }
  }
  return { tickets: sums.tickets, playpoints: toPoints(sums.stake), winpoints: toPoints(sums.win) }
}

function resolveRange(
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

const usersMax = 50

/** One index per level that may search, with exactly the fields of the query below. */
export const accountSearchCollections: readonly CollectionSpec[] = [
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

/** Up to 50 accounts of the subtree by name prefix. */
export async function listHistoryUsers(deps: LiveDeps, { ctx, input }: Call<{ q?: string | undefined }>) {
  requirePermission(ctx, 'history.read')
  const prefix = toSearchKey(input.q ?? '')
  const byName = prefix ? { nameKey: { $gte: prefix, $lt: `${prefix}\uffff` } } : {}
  const found = await accountsOf(deps.db)
    .find({ ...subtreeFilter(ctx.actor), deleted: false, ...byName })
    .sort({ nameKey: 1 })
    .limit(usersMax)
    .toArray()
  return { data: found.map(({ _id, username, role }) => ({ _id, username, role })) }
}

export async function listHistoryGames(deps: LiveDeps, { ctx }: Call) {
  requirePermission(ctx, 'history.read')
  const own = await accountInScope(deps.db, ctx.actor, ctx.actor.accountId)
  const admin = own.ancestry.admin ? await deps.accounts.find(own.ancestry.admin) : null
  const games = deps.catalog.all().filter(({ game }) => !admin || playsGame(admin, game))
  return { data: games.map(({ game: { _id, gameId, gameName } }) => ({ _id, gameId, gameName })) }
}
