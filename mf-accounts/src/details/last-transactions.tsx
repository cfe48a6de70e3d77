import type { Transaction } from '@cascade/contracts/reports'
import { Amount, formatActor, StatusBadge } from '@cascade/ui-kit'
import { type Column, DataTable, describeReversal, ReversalLink, reversalLinkTexts } from '@cascade/ui-kit/data'
import { useListState } from '@cascade/web-kit'
import { TruncatedId } from '../shared/truncated-id'
import { texts } from '../texts'
import { lastTransactionsSource } from './calls'

const rowKey = (row: Transaction) => row._id

export function LastTransactions({ id }: { id: string }) {
  const text = texts.useText()
  const reversalText = reversalLinkTexts.useText()
  const list = useListState({ takesAsOf: true })
  const columns: Column<Transaction>[] = [
    { key: 'userId', title: text('user'), value: row => row.userId },
    { key: 'toUserId', title: text('recipient'), value: row => row.toUserId },
    {
      key: 'credit',
      title: text('credit'),
      kind: 'points',
      render: ({ amount }) => (amount >= 0 ? <Amount value={amount} /> : ''),
    },
    {
      key: 'debit',
      title: text('debitColumn'),
      kind: 'points',
      render: ({ amount }) => (amount < 0 ? <Amount value={amount} /> : ''),
    },
    { key: 'transactionMessage', title: text('message'), value: row => row.transactionMessage },
    {
      key: 'status',
      title: text('userStatus'),
      render: ({ status }) => <StatusBadge tone={status === 'completed' ? 'success' : 'danger'}>{status}</StatusBadge>,
    },
    { key: 'createdAt', title: text('createdDate'), value: row => row.createdAt, kind: 'dateTime' },
    { key: 'by', title: text('by'), value: row => row.by && formatActor(row.by) },
    {
      key: 'reversal',
      title: reversalText('reversal'),
      value: describeReversal,
      render: row => <ReversalLink row={row} />,
    },
    { key: '_id', title: text('transactionId'), value: row => row._id, render: row => <TruncatedId id={row._id} /> },
  ]
  return (
    <DataTable
      id="accounts.transactions"
      title={text('lastTransactions')}
      columns={columns}
      rowKey={rowKey}
      source={lastTransactionsSource(id)}
      list={list}
      search={false}
    />
  )
}
