import { exampleOf } from '../call-example'
import { reportsApi } from './api'
import { figuresCallExamples } from './figures/figure-examples'
import type { LogRow } from './logs-api'
import { operationsCallExamples } from './operation-examples'
import type { Transaction } from './transactions-api'

const createdAt = '2026-01-05T10:00:00.000Z'

export const transactionExample: Transaction = {
  _id: '5f0c4b1e-7d2a-5b1c-9a63-2f6a1c0d9e01',
  userId: 'superadmin',
  toUserId: 'admin1',
  amount: 1500,
  transactionType: 'transfer',
  newBalance: 1500,
  transactionMessage: 'superadmin transferred 1,500.00 to admin1',
  status: 'completed',
  by: { username: 'superadmin', role: 'superadmin' },
  createdAt,
}

export const logRowExample: LogRow = {
  _id: '0197a1b0-0000-7000-8000-000000000003',
  username: 'admin1',
  subject: 'LOGIN',
  requestUrl: '/api/auth/login',
  method: 'POST',
  ipAddress: '203.0.113.7',
  result: 'done',
  status: 200,
  operation: 'accounts.auth.login',
  sentence: 'admin1 signed in',
  createdAt,
}

const logs = { success: true as const, data: [logRowExample], total: 1 }
const logQuery = { page: 1, size: 10, date: '2026-01-05', search: 'login' }

export const reportsCallExamples = {
  ...figuresCallExamples,
  ...operationsCallExamples,
  ...exampleOf(reportsApi.transactions, {
    query: { page: 1, size: 10, date: '2026-01-05', type: 'all' },
    answer: { success: true, data: [transactionExample], total: 1 },
  }),
  ...exampleOf(reportsApi.findAllUsers, {
    query: { q: 'adm', page: 1, size: 50 },
    answer: { success: true, data: [{ _id: 'a1', username: 'admin1', role: 'admin' }], total: 1 },
  }),
  ...exampleOf(reportsApi.logs, { query: logQuery, answer: logs }),
  ...exampleOf(reportsApi.activityLogs, { query: logQuery, answer: logs }),
  ...exampleOf(reportsApi.userLogs, { params: { id: 'a1' }, query: logQuery, answer: logs }),
  ...exampleOf(reportsApi.logsOfUser, { params: { userId: 'a1' }, query: logQuery, answer: logs }),
}
