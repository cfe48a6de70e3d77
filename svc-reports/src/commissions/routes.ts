import { reportsApi } from '@cascade/contracts/reports'
import type { Routes } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'
import { listAdminCommissions } from './list-admin-commissions'
import { listPayouts } from './list-payouts'

export const commissionRoutes: Routes<ReportsDeps> = ({ serve }, deps) => {
  serve(reportsApi.commissionPayout, ({ ctx, query }) => listPayouts(deps, { ctx, input: query }))
  serve(reportsApi.adminCommission, ({ ctx, query }) => listAdminCommissions(deps, { ctx, input: query }))
}
