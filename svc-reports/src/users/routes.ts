import { reportsApi } from '@cascade/contracts/reports'
import type { Routes } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'
import { findUsers } from './find-users'

export const userRoutes: Routes<ReportsDeps> = ({ serve }, deps) => {
  serve(reportsApi.findAllUsers, ({ ctx, query }) => findUsers(deps, { ctx, input: query }))
}
