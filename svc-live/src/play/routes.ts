import { playApi } from '@cascade/contracts/live'
import type { Routes } from '@cascade/service-kit'
import type { LiveDeps } from '../deps'
import { listGames } from './list-games'
import { listTickets } from './list-tickets'
import { listWins } from './list-wins'
import { readOpenDraw } from './read-open-draw'
import { readOwnTicket } from './read-own-ticket'
import { readTable } from './read-table'

export const playRoutes: Routes<LiveDeps> = ({ serve }, deps) => {
  serve(playApi.games, ({ ctx }) => listGames(deps, { ctx, input: {} }))
  serve(playApi.table, ({ ctx, params }) => readTable(deps, { ctx, input: params }))
  serve(playApi.draw, ({ ctx, params }) => readOpenDraw(deps, { ctx, input: params }))
  serve(playApi.tickets, ({ ctx, query }) => listTickets(deps, { ctx, input: query }))
  serve(playApi.ticket, ({ ctx, params }) => readOwnTicket(deps, { ctx, input: params }))
  serve(playApi.wins, ({ ctx }) => listWins(deps, { ctx, input: {} }))
}
