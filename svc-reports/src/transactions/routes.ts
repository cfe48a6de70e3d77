import { reportsApi } from '@cascade/contracts/reports'
import type { Routes } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'
import { listTransactions } from './list-transactions'

export const transactionRoutes: Routes<ReportsDeps> = ({ serve }, deps) => {
  serve(reportsApi.transactions, ({ ctx, query }) => listTransactions(deps, { ctx, input: query }))
}
