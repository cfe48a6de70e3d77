import { reportsApi } from '@cascade/contracts/reports'
import type { Routes } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'
import { listOnlinePlayers } from './list-online-players'

export const playerRoutes: Routes<ReportsDeps> = ({ serve }, deps) => {
  serve(reportsApi.onlinePlayers, ({ ctx, query }) => listOnlinePlayers(deps, { ctx, input: query }))
}
