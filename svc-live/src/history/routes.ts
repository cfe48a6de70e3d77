import { liveApi } from '@cascade/contracts/live'
import type { Routes } from '@cascade/service-kit'
import type { LiveDeps } from '../deps'
import { listHistoryGames, listHistoryUsers } from './choices'
import { listDrawTickets } from './list-draw-tickets'
import { listDraws } from './list-draws'
import { listHistory } from './list-history'
import { readDraw, readRecord } from './read-draw'
import { readTicket } from './read-ticket'

export const historyRoutes: Routes<LiveDeps> = ({ serve }, deps) => {
  serve(liveApi.history, ({ ctx, query }) => listHistory(deps, { ctx, input: query }))
  serve(liveApi.ticket, ({ ctx, query }) => readTicket(deps, { ctx, input: query }))
  serve(liveApi.historyUsers, ({ ctx, query }) => listHistoryUsers(deps, { ctx, input: query }))
  serve(liveApi.historyGames, ({ ctx }) => listHistoryGames(deps, { ctx, input: {} }))
  serve(liveApi.draws, ({ ctx, query }) => listDraws(deps, { ctx, input: query }))
  serve(liveApi.draw, ({ ctx, params }) => readDraw(deps, { ctx, input: params }))
  serve(liveApi.drawTickets, ({ ctx, params, query }) =>
    listDrawTickets(deps, { ctx, input: { drawId: params.drawId, query } }),
  )
  serve(liveApi.record, ({ params }) => readRecord(deps, params))
  serve(liveApi.keys, async () => ({ data: await deps.records.publishedKeys(), seeds: await deps.shownChains() }))
}
