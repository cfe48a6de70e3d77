import './transactions.css'
import { isCreditColumn, type Transaction } from '@cascade/contracts/reports'
import { formatActor, formatDateTime, StatusBadge } from '@cascade/ui-kit'
import {
  type Column,
  describeReversal,
  type ExportColumn,
  ReversalLink,
  type RowLine,
  reversalLinkTexts,
  toExportColumns,
} from '@cascade/ui-kit/data'
import { Link, useLocation } from 'react-router-dom'
import { Cut, Wrapped } from '../shared/cut'
import { numberColumn } from '../shared/plain-table'
import { texts } from '../texts'

const { text } = texts

/** Amount in the credit column, also of a reversal; undefined for a debit. */
export const creditOf = (row: Transaction) => (isCreditColumn(row) ? row.amount : undefined)
/** Amount taken from the recipient, negative, or that a reversal gives back; undefined for a credit. */
export const debitOf = (row: Transaction) => (isCreditColumn(row) ? undefined : row.amount)

const columns: readonly Column<Transaction>[] = [
  {
    key: '_id',
    title: text('transactionId'),
    value: row => row._id,
    render: row => <Cut text={row._id} look="id" />,
  },
  {
    key: 'userId',
    title: text('user'),
    value: row => row.userId,
    render: row => <Sender transaction={row} />,
    exportWidth: 30,
  },
  {
    key: 'toUserId',
    title: text('recipient'),
    value: row => row.toUserId,
    render: row => <UserLink username={row.toUserId} />,
    exportWidth: 30,
  },
  { key: 'credit', title: text('credit'), value: creditOf, kind: 'points', exportWidth: 15 },
  { key: 'debit', title: text('debit'), value: debitOf, kind: 'points', exportWidth: 15 },
  {
    key: 'transactionMessage',
    title: text('message'),
    value: row => row.transactionMessage,
    render: row => <Cut text={row.transactionMessage} look="line" />,
  },
  {
    key: 'status',
    title: text('status'),
    value: row => row.status,
    render: row => <Status transaction={row} />,
  },
  {
    key: 'createdAt',
    title: text('createdDate'),
    value: row => row.createdAt,
    kind: 'dateTime',
    sortable: true,
    exportWidth: 25,
  },
  {
    key: 'by',
    title: text('by'),
    value: ({ by }) => by && formatActor(by),
    render: ({ by }) => <Wrapped text={by ? formatActor(by) : undefined} />,
    exportWidth: 30,
  },
  { key: 'reversal', title: reversalLinkTexts.text('reversal'), value: describeReversal, exportWidth: 40 },
]

const withOptional = (...keys: string[]) =>
  columns.map(column => (keys.includes(column.key) ? { ...column, optional: 'screen' as const } : column))

/** `by` and `reversal` are optional: the cells of sender and status show them. */
export const transactionColumns = withOptional('by', 'reversal')
/** On narrow screens the message is optional, too: it repeats three other columns. */
export const narrowColumns = withOptional('by', 'reversal', 'transactionMessage')

/** A transaction on a phone: payer, receiver and amount; in a debit the recipient pays. */
export function transactionLine(row: Transaction): RowLine {
  const { userId, toUserId, amount, transactionType, status, createdAt, by } = row
  const [from, to] = amount < 0 ? [toUserId, userId] : [userId, toUserId]
  return {
    title: `${from} → ${to}`,
    amount: Math.abs(amount),
    notes: [
      text(transactionType),
      formatDateTime(createdAt),
      by &&
        (by.approvedBy || (by.username !== userId && by.username !== toUserId)) &&
        text('doneBy', { by: formatActor(by) }),
      describeReversal(row),
    ],
    state: status !== 'completed' && <StatusBadge tone="danger">{status}</StatusBadge>,
  }
}

/** TransactionsList.xlsx has the columns of the screen. */
export const transactionExportColumns: readonly ExportColumn<Transaction>[] = [
  numberColumn,
  ...toExportColumns(columns),
]

/** The status, and below it the other transfer of a reversal. */
function Status({ transaction }: { transaction: Transaction }) {
  const { status, reverses, reversedBy } = transaction
  return (
    <>
      <StatusBadge tone={status === 'completed' ? 'success' : 'danger'}>{status}</StatusBadge>
      {(reverses ?? reversedBy) && (
        <small className="reports-by reports-reversal">
          <ReversalLink row={transaction} />
        </small>
      )}
    </>
  )
}

/** The sender, and below it the acting account if it is another one. */
function Sender({ transaction: { userId, by } }: { transaction: Transaction }) {
  const text = texts.useText()
  return (
    <>
      <UserLink username={userId} />
      {by && (by.approvedBy || by.username !== userId) && (
        <small className="reports-by">
          <Wrapped text={text('doneBy', { by: formatActor(by) })} />
        </small>
      )}
    </>
  )
}

/** Filters the report by a user and keeps the other filters. */
function UserLink({ username }: { username: string }) {
  const text = texts.useText()
  const search = new URLSearchParams(useLocation().search)
  search.set('user', username)
  search.delete('page')
  return (
    <Link to={{ search: search.toString() }} title={text('ofUser', { username })}>
      <Wrapped text={username} />
    </Link>
  )
}
