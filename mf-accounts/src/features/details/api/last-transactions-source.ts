import { reportsApi } from '@cascade/contracts/reports'
import { listSource } from '@cascade/web-kit'

/** Credit operations in which an account is a party, newest first. */
export const lastTransactionsSource = (id: string) =>
  listSource(reportsApi.transactions, { query: { id, type: 'one' } })
