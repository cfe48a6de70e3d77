import type { CashAccount, CashEntry } from '@cascade/contracts/accounts'
import {
  formatActor,
  formatDateTime,
  PageHeader,
  StateSwitch,
  StatusBadge,
  useReturnToList,
  ViewIcon,
} from '@cascade/ui-kit'
import { type Column, DataTable, RowActions } from '@cascade/ui-kit/data'
import { useActor, useAddress, useListState } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { toReference } from '../credit/book-credit'
import { paths } from '../paths'
import { DayRange } from '../shared/day-range'
import { cashAccountQuery, cashSource } from './calls'
import { CashReceipt } from './cash-receipt'
import { describeBalance, describeReversal } from './cash-words'
import { RecordPayment } from './record-payment'
import { currentAccountTexts } from './texts'

const noFilters = { from: '', to: '', parentId: '' }
const rowKey = (entry: CashEntry) => entry.cashId

/** The current account of an account with its parent, or with an earlier one. */
export default function CashPage() {
  const text = currentAccountTexts.useText()
  const address = useAddress()
  const { _id: viewerId } = useActor()
  const { userId = '' } = useParams()
  const list = useListState({ filters: noFilters, size: 20 })
  const query = useQuery(cashAccountQuery(userId, list.filters.parentId))
  const child = query.data?.account.child
  const isOwn = userId === viewerId
  const returnToList = useReturnToList(
    child && !isOwn ? address(paths.details, { level: child.role, id: userId }) : address(paths.profile),
  )
  return (
    <StateSwitch query={query}>
      {({ account }) => (
        <>
          <PageHeader
            title={
              isOwn
                ? text('currentAccountWith', { username: account.parent.username })
                : text('currentAccountOf', { username: account.child.username })
            }
            tab={[isOwn ? account.parent.username : account.child.username, text('currentAccount')]}
            note={`${describeBalance(account, viewerId)} · ${text('cashNote')}`}
            onBack={returnToList.now}
            actions={<RecordPayment account={account} />}
          />
          <Entries account={account} list={list} />
        </>
      )}
    </StateSwitch>
  )
}

type Props = { account: CashAccount; list: ReturnType<typeof useListState<keyof typeof noFilters>> }

function Entries({ account, list }: Props) {
  const text = currentAccountTexts.useText()
  const [opened, setOpened] = useState<CashEntry>()
  const { parent, child } = account
  const words = (balance: number) => describeBalance({ parent, child, balance })
  const columns: Column<CashEntry>[] = [
    { key: 'createdAt', title: text('dateTime'), value: row => row.createdAt, kind: 'dateTime', exportWidth: 25 },
    {
      key: 'kind',
      title: text('kind'),
      value: row => text(`kind_${row.kind}`),
      render: row => (
        <StatusBadge tone={row.kind === 'reversal' ? 'neutral' : row.amount < 0 ? 'success' : 'warning'}>
          {text(`kind_${row.kind}`)}
        </StatusBadge>
      ),
    },
    { key: 'amount', title: text('change'), value: row => row.amount, kind: 'points', exportWidth: 15 },
    {
      key: 'balance',
      title: text('balance'),
      value: row => row.balance,
      kind: 'points',
      summed: false,
      exportWidth: 15,
    },
    {
      key: 'note',
      title: text('note'),
      value: row => row.note,
      render: row => [row.note, describeReversal(row)].filter(Boolean).join(' · '),
      exportWidth: 40,
    },
    { key: 'by', title: text('by'), value: ({ by }) => formatActor(by), exportWidth: 30 },
    {
      key: 'reversal',
      title: text('reversalColumn'),
      value: describeReversal,
      optional: 'screen',
      exportWidth: 40,
    },
    { key: 'cashId', title: text('reference'), value: row => toReference(row.cashId), exportWidth: 12 },
    {
      key: 'action',
      title: text('action'),
      pinned: 'right',
      hideable: false,
      render: row => (
        <RowActions
          actions={[{ key: 'receipt', label: text('receipt'), icon: <ViewIcon />, onClick: () => setOpened(row) }]}
          of={toReference(row.cashId)}
        />
      ),
    },
  ]
  const { from, to } = list.filters
  return (
    <>
      <DataTable
        id="accounts.cash"
        columns={columns}
        rowKey={rowKey}
        source={cashSource(child._id)}
        list={list}
        search={false}
        filters={<DayRange list={list} />}
        exportAs={{ file: `CurrentAccount-${child.username}.xlsx`, sheet: 'Current account', free: true }}
        onPaper={({ first }) => ({
          facts: [
            [text('from'), from],
            [text('to'), to],
          ],
          figures: [
            [text('opening'), words(first.account.opening)],
            [text('closing'), words(first.account.closing)],
          ],
        })}
        summary={page =>
          (from || to) && (
            <p className="kit-table-note">
              {text('opening')}: {words(page.account.opening)} · {text('closing')}: {words(page.account.closing)}
            </p>
          )
        }
        empty={text('noEntries')}
        phone={{
          line: row => ({
            title: text(`kind_${row.kind}`),
            amount: row.amount,
            notes: [formatDateTime(row.createdAt), words(row.balance), row.note, describeReversal(row)],
          }),
        }}
      />
      {opened && <CashReceipt entry={opened} account={account} onClose={() => setOpened(undefined)} />}
    </>
  )
}
