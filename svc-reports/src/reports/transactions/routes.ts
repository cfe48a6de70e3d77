import { type QueryOf, toHundredths, toPoints, toSearchKey } from '@cascade/contracts'
import { reversibleUntil } from '@cascade/contracts/accounts'
import { isCreditColumn, reportsApi, type Transaction } from '@cascade/contracts/reports'
import {
  type AccountRow,
  type Actor,
  accountsOf,
  type Call,
  isInScope,
  nameOfActor,
  type Routes,
  requestedAccount,
  requirePermission,
} from '@cascade/service-kit'
import type { Db, Filter } from 'mongodb'
import type { ReportsDeps } from '../../deps'
import { containsText } from '../../projections/queries'
import { readerFor } from '../../projections/time-lists/readers'
import { readTimePage } from '../../projections/time-lists/time-lists'
import { isReturn, type TransactionFact, transactionsName } from '../../projections/transactions/transaction'

export const transactionRoutes: Routes<ReportsDeps> = ({ serve }, deps) => {
  serve(reportsApi.transactions, ({ ctx, query }) => listTransactions(deps, { ctx, input: query }))
}

type Query = QueryOf<typeof reportsApi.transactions>

/** Summing up more rows would take too long for every page. */
const rowsSummedMax = 1_000

export async function listTransactions(deps: ReportsDeps, { ctx, input }: Call<Query>) {
  requirePermission(ctx, 'reports.read')
  const { db, generations } = deps
  const account = await requestedAccount(db, ctx.actor, input.id)
  // Transactions are recorded when they are booked: none is pending or cancelled.
  if (input.status && input.status !== 'completed') return { data: [], total: 0, asOf: input.asOf }
  const named = await findNamedAccount(db, account, input)
  const reader = named ? readerFor(named, true) : readerFor(account, input.type === 'one')
  const match = buildMatch(named ? { ...input, q: '' } : input)
  const hidden = await deps.clearings.hiddenFrom(ctx.actor, 'refertransaction', 'usertransaction')
  const list = {
    name: transactionsName(await generations.prefix()),
    reader,
    part: { match },
    // In the order of the models above: without a player, then with one.
    kinds: hidden.map((days, index) => ({ match: { withPlayer: index === 1 }, hidden: days })),
    idName: 'transferId',
  }
  const read = (query: Query) => readTimePage<TransactionFact>(deps, list, query)
  const { rows, ...page } = await read(input)
  const reversals = await readReversals(db, list.name, rows)
  const data = rows.map(row => toRow(row, reversals.get(row.transferId), ctx.actor))
  return { ...page, data, sums: await readSums(read, input, { rows, total: page.total }) }
}

async function readSums(
  read: (query: Query) => Promise<{ rows: readonly TransactionFact[] }>,
  input: Query,
  page: { rows: readonly TransactionFact[]; total: number },
) {
  if (page.total > rowsSummedMax) return undefined
  const isWhole = page.rows.length === page.total
  const { rows } = isWhole ? page : await read({ ...input, page: 1, size: rowsSummedMax })
  const sum = (isCredit: boolean) =>
    rows
      .filter(({ type, amount }) => isCreditColumn({ transactionType: type, amount: BigInt(amount) }) === isCredit)
      .reduce((total, { amount }) => total + BigInt(amount), 0n)
  return { credit: toPoints(sum(true)), debit: toPoints(sum(false)) }
}

/** Reversals of the rows of a page, by the id of the reversed one. Nothing else changes a transaction later. */
async function readReversals(db: Db, name: string, rows: readonly TransactionFact[]) {
  const ids = rows.map(({ transferId }) => transferId)
  const found = db.collection<TransactionFact>(name).find({ 'reverses.transferId': { $in: ids } })
  return new Map((await found.toArray()).map(row => [row.reverses?.transferId, row]))
}

/** A search for a full username in scope uses that account's own list, which finds all its transactions. */
async function findNamedAccount(
  db: Db,
  reader: Pick<AccountRow, '_id' | 'role'>,
  { q, type }: Query,
): Promise<AccountRow | undefined> {
  const nameKey = toSearchKey(q ?? '')
  if (!nameKey || type === 'one') return undefined
  const account = await accountsOf(db).findOne({ nameKey })
  const isBelow = isInScope({ accountId: reader._id, role: reader.role }, account)
  return account && isBelow ? account : undefined
}

/** Conditions beyond the list itself; undefined if there are none. */
function buildMatch({ q, kind, amountFrom, amountTo }: Query) {
  const conditions: Filter<TransactionFact>[] = []
  if (q) conditions.push({ text: containsText(q) })
  if (kind) conditions.push({ type: kind })
  if (amountFrom) conditions.push(atLeast(toHundredths(amountFrom)))
  if (typeof amountTo === 'number') conditions.push(atMost(toHundredths(amountTo)))
  return conditions.length === 0 ? undefined : { $and: conditions }
}

const atLeast = (amount: bigint): Filter<TransactionFact> => ({
  $or: [{ amount: { $gte: amount } }, { amount: { $lte: -amount } }],
})
const atMost = (amount: bigint): Filter<TransactionFact> => ({ amount: { $gte: -amount, $lte: amount } })

function toRow(row: TransactionFact, reversal: TransactionFact | undefined, viewer: Actor): Transaction {
  const { reverses, type, by, at: createdAt } = row
  const reversedBy = reversal && linkTo({ ...reversal, by: reversal.by ? nameOfActor(reversal.by) : '' })
  const until = isReturn(row) ? undefined : reversibleUntil({ kind: type, createdAt, by, reversedBy }, viewer)
  return {
    ...toFields(row),
    ...(reverses && { reverses: linkTo(reverses) }),
    ...(reversedBy && { reversedBy }),
    ...(until !== undefined && { reversibleUntil: until }),
  }
}

const linkTo = ({ transferId, at, by }: { transferId: string; at: Date; by: string }) => ({
  transferId,
  createdAt: at.toISOString(),
  by,
})

const toFields = (row: TransactionFact): Transaction => ({
  _id: row.transferId,
  userId: row.user,
  toUserId: row.recipient,
  amount: toPoints(BigInt(row.amount)),
  transactionType: row.type,
  newBalance: toPoints(BigInt(row.newBalance)),
  transactionMessage: row.message,
  status: 'completed',
  by: row.by,
  createdAt: row.at.toISOString(),
})
