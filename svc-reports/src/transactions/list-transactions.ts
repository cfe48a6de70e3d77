import { type QueryOf, toPoints } from '@cascade/contracts'
import { type reportsApi, type Transaction, TransactionStatus } from '@cascade/contracts/reports'
import { type Ask, requirePermission } from '@cascade/service-kit'
import { readerOf } from '../daybook/daybook'
import { readPage } from '../daybook/read-page'
import type { ReportsDeps } from '../deps'
import { type TransactionRow, transactionsName } from './transaction-rows'

export async function listTransactions(
  { db }: ReportsDeps,
  { ctx, input }: Ask<QueryOf<typeof reportsApi.transactions>>,
): Promise<{ data: Transaction[]; total: number }> {
  requirePermission(ctx, 'reports.read')
  const { id, type, status, date, q, order, page, size } = input
  const reader = await readerOf(db, ctx.actor, id, type === 'one')
  const filter = { day: date, bucket: status, search: q?.trim(), order, page, size }
  const { rows, total } = await readPage<TransactionRow>(db, transactionsName, reader, filter)
  return { data: rows.map(toAnswer), total }
}

const toAnswer = (row: TransactionRow): Transaction => ({
  _id: row.transferId,
  userId: row.user,
  toUserId: row.recipient,
  amount: toPoints(BigInt(row.amount)),
  transactionType: row.type,
  newBalance: toPoints(BigInt(row.newBalance)),
  transactionMessage: row.message,
  status: TransactionStatus.parse(row.bucket),
  createdAt: row.at.toISOString(),
})
