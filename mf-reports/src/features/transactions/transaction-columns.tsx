import type { Transaction } from '@cascade/contracts/reports'
import type { Column, ExportColumn } from '@cascade/ui-kit/data'
import { Cut } from '../../components/cut'
import { reportsTexts } from '../../texts'
import { TransactionStatus } from './components/transaction-status'
import { UserLink } from './components/user-link'

const { text } = reportsTexts

/** What the operation gave to the recipient; undefined when it took. */
export const creditOf = ({ amount }: Transaction) => (amount > 0 ? amount : undefined)
/** What it took from the recipient, with its minus sign. */
export const debitOf = ({ amount }: Transaction) => (amount < 0 ? amount : undefined)

export const transactionColumns: readonly Column<Transaction>[] = [
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
    render: row => <UserLink username={row.userId} />,
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
    render: row => <Cut text={row.transactionMessage} />,
  },
  {
    key: 'status',
    title: text('status'),
    value: row => row.status,
    render: row => <TransactionStatus status={row.status} />,
  },
  {
    key: 'createdAt',
    title: text('createdDate'),
    value: row => row.createdAt,
    kind: 'dateTime',
    sortable: true,
    exportWidth: 25,
  },
]

const numberColumn: ExportColumn<Transaction> = {
  title: text('number'),
  value: (_row, index) => index + 1,
  kind: 'count',
}

/** TransactionsList.xlsx: the columns of the screen. */
export const transactionExportColumns: readonly ExportColumn<Transaction>[] = [
  numberColumn,
  ...transactionColumns.flatMap(({ title, value, kind, exportWidth }) =>
    value ? [{ title, value, kind, width: exportWidth }] : [],
  ),
]
