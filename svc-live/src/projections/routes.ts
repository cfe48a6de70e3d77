import { defineExportCall, openDrawsCall } from '@cascade/contracts'
import { liveApi, liveInternal, playApi } from '@cascade/contracts/live'
import type { Routes } from '@cascade/service-kit'
import type { LiveDeps } from '../deps'
import { exportPart, readOpenDraws } from './backup'
import { readBoard, readLocalBoard } from './board'
import { listHistory, listHistoryGames, listHistoryUsers } from './history'
import { listLiveGames, loadGame, readExposure, readSnapshot, readTimer, requireWatchable } from './live-calls'
import { listGames, readOpenDraw, readPlayDraw, readTable } from './play-table'
import { listTickets, listWins, readOwnTicket } from './play-tickets'
import { readTicket, readTicketOwner } from './ticket-page'
import { readLimits, readWhatIf } from './what-if'

export const projectionRoutes: Routes<LiveDeps> = ({ serve, serveInternal }, deps) => {
  serve(liveApi.loadGame, ({ ctx, query }) => loadGame(deps, { ctx, input: query }))
  serve(liveApi.timer, ({ ctx, query }) => readTimer(deps, { ctx, input: query }))
  serve(liveApi.games, ({ ctx }) => listLiveGames(deps, { ctx, input: {} }))
  serve(liveApi.board, ({ ctx, query }) => readBoard(deps, { ctx, input: query }))
  serve(liveApi.limits, ({ ctx, query }) => readLimits(deps, { ctx, input: query }))
  serve(liveApi.whatIf, ({ ctx, query }) => readWhatIf(deps, { ctx, input: query }))
  serveInternal(liveInternal.board, ({ body }) => readLocalBoard(deps, body))
  serveInternal(liveInternal.snapshot, ({ body }) => readSnapshot(deps, body))
  serveInternal(liveInternal.exposure, ({ body }) => readExposure(deps, body))
  serveInternal(liveInternal.playDraw, ({ body }) => readPlayDraw(deps, body))
  serveInternal(liveInternal.ticketOwner, ({ body }) => readTicketOwner(deps, body.ticketId))
  serveInternal(liveInternal.watch, async ({ body }) => {
    await requireWatchable(deps, body)
    return {}
  })
  serveInternal(liveInternal.refresh, async ({ body: { adminId, gameId, pool } }) => {
    await deps.engine.refresh(adminId, gameId, pool && { balance: BigInt(pool.balance), seq: pool.seq })
    return {}
  })

  serve(liveApi.history, ({ ctx, query }) => listHistory(deps, { ctx, input: query }))
  serve(liveApi.ticket, ({ ctx, query }) => readTicket(deps, { ctx, input: query }))
  serve(liveApi.historyUsers, ({ ctx, query }) => listHistoryUsers(deps, { ctx, input: query }))
  serve(liveApi.historyGames, ({ ctx }) => listHistoryGames(deps, { ctx, input: {} }))

  serve(playApi.games, ({ ctx }) => listGames(deps, { ctx, input: {} }))
  serve(playApi.table, ({ ctx, params }) => readTable(deps, { ctx, input: params }))
  serve(playApi.draw, ({ ctx, params }) => readOpenDraw(deps, { ctx, input: params }))
  serve(playApi.tickets, ({ ctx, query }) => listTickets(deps, { ctx, input: query }))
  serve(playApi.ticket, ({ ctx, params }) => readOwnTicket(deps, { ctx, input: params }))
  serve(playApi.wins, ({ ctx }) => listWins(deps, { ctx, input: {} }))

  serveInternal(defineExportCall('live'), ({ body }) => exportPart(deps, body))
  serveInternal(openDrawsCall, ({ body }) => readOpenDraws(deps, body.adminId))
}
