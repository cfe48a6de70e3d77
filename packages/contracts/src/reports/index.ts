export { reportsApi, reportsEndpoints } from './api'
export { LogResult, LogRow, logResults } from './logs-api'
export { Transaction, TransactionStatus, transactionTypes } from './transactions-api'
