import { toHundredths, toPoints } from '@cascade/contracts'
import { type Account, ledgerApi, type StatementRow } from '@cascade/contracts/accounts'
import {
  Amount,
  Button,
  formatActor,
  formatDateTime,
  formatPoints,
  PageHeader,
  StatusBadge,
  useReturnToList,
} from '@cascade/ui-kit'
import { type Column, DataTable, describeReversal, type RowLine } from '@cascade/ui-kit/data'
import { type ListSource, listSource, useAddress, useAsOf, useListState } from '@cascade/web-kit'
import { useNavigate } from 'react-router-dom'
import type { Level } from '../levels'
import { paths } from '../paths'
import { UserGate } from '../shared/account-gate'
import { SuspendedNotice } from '../shared/badges'
import { endOfDay, startOfDay } from '../shared/day-bounds'
import { DayRange } from '../shared/day-range'
import { TruncatedId } from '../shared/truncated-id'
import { texts } from '../texts'
import { describeCause, EntryCause } from './entry-cause'

export default function AccountStatementPage({ level, id }: { level: Level; id: string }) {
  const text = texts.useText()
  const address = useAddress()
  const back = address(paths.list, { level: level.role })
  const returnToList = useReturnToList(back)
  const asOf = useAsOf()
  return (
    <UserGate id={id} back={back} deleted>
      {account => (
        <>
          <PageHeader
            title={text('statementOf', { username: account.username })}
            tab={[account.username, text('statement')]}
            note={
              // For a past state the first entry shows the balance.
              asOf === '' && (
                <>
                  {text('balance')} <Amount value={account.walletBalance} />
                </>
              )
            }
            onBack={returnToList.now}
          />
          <SuspendedNotice account={account} />
          <StatementTable account={account} level={level} />
        </>
      )}
    </UserGate>
  )
}

const rowKey = (row: StatementRow) => String(row.seq)
const noFilters = { from: '', to: '' }

/** Wallet entries, newest first, each with the balance after it. */
function StatementTable({ account: { _id, username }, level }: { account: Account; level: Level }) {
  const text = texts.useText()
  const address = useAddress()
  const navigate = useNavigate()
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
    {
      key: 'balance',
      title: text('balance'),
      value: row => row.balance,
      kind: 'points',
      summed: false,
      exportWidth: 15,
    },
    { key: 'note', title: text('note'), value: row => row.note, exportWidth: 40 },
    {
      key: 'transferId',
      title: text('transactionId'),
      value: row => row.transferId,
      render: row => <TruncatedId id={row.transferId} />,
      exportWidth: 40,
    },
    { key: 'by', title: text('by'), value: actorOf, exportWidth: 30 },
    {
      key: 'cause',
      title: text('entryCause'),
      value: row => describeCause(row, text),
      render: row => <EntryCause row={row} username={username} />,
      exportWidth: 60,
    },
  ]
  const give = (
    <Button
      onClick={() => void navigate(address(paths.credit, { level: level.role, action: 'credittransfer', id: _id }))}
    >
      {text('runCredit')}
    </Button>
  )
  return (
    <DataTable
      id="accounts.statement"
      columns={columns}
      rowKey={rowKey}
      source={statementSource(_id)}
      list={list}
      search={text('searchEntries')}
      filters={<DayRange list={list} />}
      exportAs={{ file: `Statement-${username}.xlsx`, sheet: 'Statement', free: true }}
      onPaper={({ rows }) => ({
        facts: [
          [text('from'), list.filters.from],
          [text('to'), list.filters.to],
        ],
        figures: buildBalances(rows, text),
      })}
      empty={text('noEntries')}
      emptyAction={level.actions.includes('credittransfer') && give}
      phone={{ line: row => buildLine(row, username) }}
    />
  )
}

const actorOf = ({ by }: StatementRow) => formatActor(by, by.role)

/** Opening and closing balance; rows are newest first. */
function buildBalances(
  rows: readonly StatementRow[],
  text: ReturnType<typeof texts.useText>,
): (readonly [string, string])[] {
  const [newest, oldest] = [rows[0], rows.at(-1)]
  if (!newest || !oldest) return []
  const opening = toPoints(toHundredths(oldest.balance) - toHundredths(oldest.amount))
  return [
    [text('openingBalance'), formatPoints(opening)],
    [text('closingBalance'), formatPoints(newest.balance)],
  ]
}

/** An entry as a list line: payer, receiver and remaining balance. */
function buildLine(row: StatementRow, username: string): RowLine {
  const { amount, counterparty, kind, createdAt, balance, note } = row
  const [from, to] = amount < 0 ? [username, counterparty] : [counterparty, username]
  return {
    title: `${from} → ${to}`,
    amount,
    notes: [
      kind === 'credit' ? texts.text('takenBack') : kind,
      formatDateTime(createdAt),
      texts.text('balanceAfter', { points: formatPoints(balance) }),
      note,
      describeReversal(row),
    ],
  }
}

/** Entries of one wallet; `from` and `to` are business days, both inclusive. */
function statementSource(accountId: string): ListSource<StatementRow> {
  const { key, load } = listSource(ledgerApi.statement, { params: { accountId } })
  return {
    key,
    load: ({ from, to, ...params }, signal) =>
      load({ ...params, startDate: startOfDay(from), endDate: endOfDay(to) }, signal),
  }
}
