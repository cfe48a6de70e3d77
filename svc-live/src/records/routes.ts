import { liveApi } from '@cascade/contracts/live'
import type { Routes } from '@cascade/service-kit'
import type { LiveDeps } from '../deps'
import { findDraws, listDraws, listDrawTickets, readDraw, readRecord } from './draw-pages'

export const recordRoutes: Routes<LiveDeps> = ({ serve }, deps) => {
  serve(liveApi.draws, ({ ctx, query }) => listDraws(deps, { ctx, input: query }))
  serve(liveApi.findDraws, ({ ctx, query }) => findDraws(deps, { ctx, input: query }))
  serve(liveApi.draw, ({ ctx, params }) => readDraw(deps, { ctx, input: params }))
  serve(liveApi.drawTickets, ({ ctx, params, query }) =>
    listDrawTickets(deps, { ctx, input: { drawId: params.drawId, query } }),
  )
  serve(liveApi.record, ({ params, query }) => readRecord(deps, { ...params, ...query }))
  serve(liveApi.keys, async () => ({ data: await deps.records.readPublishedKeys(), seeds: await deps.publicChains() }))
}
