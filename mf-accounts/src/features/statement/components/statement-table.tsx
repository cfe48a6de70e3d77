import type { Account, StatementRow } from '@cascade/contracts/accounts'
import { StatusBadge } from '@cascade/ui-kit'
import { type Column, DataTable } from '@cascade/ui-kit/data'
import { DayPicker } from '@cascade/ui-kit/forms'
import { useListState } from '@cascade/web-kit'
import { texts } from '../../../texts'
import { statementSource } from '../api/statement-source'
import { causeTextOf, EntryCause } from './entry-cause'

const rowKey = (row: StatementRow) => String(row.seq)
const noFilters = { from: '', to: '' }

/** Every entry of a wallet, newest first, with the balance that it left. */
export function StatementTable({ account: { _id, username } }: { account: Account }) {
  const text = texts.useText()
  const list = useListState({ filters: noFilters, size: 20, takesAsOf: true })
  const kindOf = ({ kind }: StatementRow) => (kind === 'credit' ? text('takenBack') : kind)
  const columns: Column<StatementRow>[] = [
    { key: 'createdAt', title: text('dateTime'), value: row => row.createdAt, kind: 'dateTime', exportWidth: 25 },
    {
      key: 'kind',
      title: text('kind'),
      value: kindOf,
      render: row => <StatusBadge tone={row.amount < 0 ? 'warning' : 'success'}>{kindOf(row)}</StatusBadge>,
    },
    { key: 'counterparty', title: text('counterparty'), value: row => row.counterparty, exportWidth: 30 },
    { key: 'amount', title: text('amountColumn'), value: row => row.amount, kind: 'points', exportWidth: 15 },
    { key: 'balance', title: text('balance'), value: row => row.balance, kind: 'points', exportWidth: 15 },
    { key: 'note', title: text('entryNote'), value: row => row.note, exportWidth: 40 },
    { key: 'transferId', title: text('transactionId'), value: row => row.transferId, exportWidth: 40 },
    { key: 'by', title: text('entryBy'), value: row => `${row.by.username} (${row.by.role})`, exportWidth: 30 },
    {
      key: 'cause',
      title: text('entryCause'),
      value: row => causeTextOf(row, text),
      render: row => <EntryCause row={row} username={username} />,
      exportWidth: 60,
    },
  ]
  const day = (name: 'from' | 'to') => (
    <DayPicker
      aria-label={text(name)}
      placeholder={text(name)}
      value={list.filters[name]}
      onChange={picked => list.setFilter(name, picked)}
    />
  )
  return (
    <DataTable
      id="accounts.statement"
      columns={columns}
      rowKey={rowKey}
      source={statementSource(_id)}
      list={list}
      search={false}
      filters={
        <>
          {day('from')}
          {day('to')}
        </>
      }
      exportAs={{ file: `Statement-${username}.xlsx`, sheet: 'Statement', free: true }}
      empty={text('noEntries')}
    />
  )
}
