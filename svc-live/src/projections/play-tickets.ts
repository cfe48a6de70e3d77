import { toPoints } from '@cascade/contracts'
import type { HistoryRow, PlayTicket, PlayTicketPage, PlayTicketsQuery, PlayWins, Void } from '@cascade/contracts/live'
import { type Call, notFound, readPage, requirePermission, selectSlices, toPageWindow } from '@cascade/service-kit'
import type { LiveDeps } from '../deps'
import { findUnsettledDraws } from '../payout/open-play'
import type { ListedTicket } from '../records/ticket-store'
import { buildTicketProof } from '../records/ticket-tree'
import { longReads } from './history'
import { readHistoryRows } from './history-rows'
import { readTicketBets } from './ticket-page'

const pageSizeDefault = 20
/** The state is not stored with the ticket, so a search covers this many of the newest. */
const searchedTicketsMax = 5_000

/** Tickets of the signed-in player, newest first. Clearings of an operator do not hide them. */
export async function listTickets(deps: LiveDeps, { ctx, input }: Call<PlayTicketsQuery>) {
  requirePermission(ctx, 'bets.place')
  const { state, gameId, page = 1, size = pageSizeDefault } = input
  const list = deps.lists.ofPlayer(ctx.actor.accountId, gameId)
  if (!state) {
    const { rows, total } = await readPage(list, [{}], { page, size })
    return { data: await readPlayTickets(deps, rows), total }
  }
  return longReads({ account: ctx.actor.accountId }, async () => {
    const [days, unsettled] = await Promise.all([
      list.days('0000-00-00', '9999-99-99'),
      findUnsettledDraws(deps, ctx.actor.accountId),
    ])
    const whole = days.map(day => ({ ...day, from: 0, to: day.count }))
    const search = { slices: selectSlices(whole, 0, searchedTicketsMax, true), state, unsettled }
    const player = { playerId: ctx.actor.accountId, gameId }
    const { ids, total } = await deps.tickets.findByState(player, search, toPageWindow({ page, size }))
    // A draw may have been settled since the search.
    const data = (await readPlayTickets(deps, await deps.tickets.findListed(ids))).filter(
      ticket => ticket.state === state,
    )
    return { data, total }
  })
}

const readPlayTickets = async (deps: LiveDeps, tickets: readonly ListedTicket[]): Promise<PlayTicket[]> =>
  (await readHistoryRows(deps, tickets)).map(toPlayTicket)

function toPlayTicket(row: HistoryRow): PlayTicket {
  const { ticketId, gameId, gameName, drawId, timeopen, timeclose, playpoints, winpoints, resultNo, booster } = row
  return {
    ticketId,
    gameId,
    gameName,
    drawId,
    at: timeopen,
    drawAt: timeclose,
    state: row.state ?? (resultNo === null ? 'open' : winpoints > 0 ? 'won' : 'lost'),
    stake: playpoints,
    result: resultNo,
    booster,
    win: winpoints,
    claimedAt: row.claimdate,
    ...(row.void && { void: toOwnVoid(row.void) }),
  }
}

/** Players see the level of an operator, not the name that it signs in with. */
const toOwnVoid = ({ by, ...returned }: Void): PlayTicket['void'] => ({ ...returned, role: by.role })

/** One of the player's own tickets. @throws AppError NOT_FOUND for another player's or a missing one */
export async function readOwnTicket(deps: LiveDeps, { ctx, input }: Call<{ ticketId: string }>) {
  requirePermission(ctx, 'bets.place')
  const ticket = await deps.tickets.find(input.ticketId)
  if (!ticket || ticket.playerId !== ctx.actor.accountId) throw notFound()
  const [[row], bets, proof] = await Promise.all([
    readPlayTickets(deps, [ticket]),
    readTicketBets(deps, ticket),
    buildTicketProof(deps, ticket),
  ])
  if (!row) throw notFound()
  const data: PlayTicketPage = {
    ...row,
    claimed: toPoints(ticket.claimed),
    bets: row.state === 'open' ? bets.map(withoutWin) : bets,
    proof,
  }
  return { data }
}

const withoutWin = <B extends { win: number }>(bet: B): B => ({ ...bet, win: 0 })

export async function listWins({ payables, catalog }: Pick<LiveDeps, 'payables' | 'catalog'>, { ctx }: Call) {
  requirePermission(ctx, 'bets.place')
  const rows = (await payables.listUnclaimed(ctx.actor.accountId)).filter(({ amount }) => amount > 0n)
  const sumOf = (wins: typeof rows) => toPoints(wins.reduce((sum, { amount }) => sum + amount, 0n))
  const data = [...new Set(rows.map(({ gameId }) => gameId))].map((gameId): PlayWins => {
    const wins = rows.filter(row => row.gameId === gameId)
    return {
      gameId,
      gameName: catalog.find(gameId)?.game.gameName ?? gameId,
      sum: sumOf(wins),
      wins: wins.map(({ _id, amount, dueAt }) => ({
        ticketId: _id,
        amount: toPoints(amount),
        claimedAt: dueAt?.toISOString() ?? null,
      })),
    }
  })
  return { data, sum: sumOf(rows) }
}
