import { type Settlement, settlementApi } from '@cascade/contracts/accounts'
import {
  Button,
  formatPoints,
  PageHeader,
  StateSwitch,
  TransactionsIcon,
  TransferIcon,
  ViewIcon,
  WalletIcon,
} from '@cascade/ui-kit'
import { type Column, DataTable, Filters, type RowAction, RowActions } from '@cascade/ui-kit/data'
import { WeekPicker } from '@cascade/ui-kit/forms'
import { type PageOf, pageQuery, useActor, useAddress, useCallFilter, useListState } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { paths } from '../paths'
import { RunningDialog } from '../runs/running-dialog'
import { settlementSource } from './calls'
import { CloseDialog } from './close-dialog'
import { SettlementState, settlementColumns } from './columns'
import { PayDialog } from './pay-dialog'
import { daysOf, describePeriod, newestPeriod, notesOf, startOf, toPeriodEnd } from './periods'
import { SettlementSheet } from './settlement-sheet'
import { settlementPageTexts } from './texts'

/** Settlements of the user, or of the account in the address, for a period. */
export default function SettlementListPage() {
  const [search] = useSearchParams()
  const userId = search.get('userId')
  const query = useQuery(pageQuery(settlementSource(userId ? { userId } : {}), { page: 1, size: 1 }))
  return (
    <StateSwitch query={query}>
      {newest => (
        <Period
          newest={newest}
          to={toPeriodEnd(search.get('period') ?? '', newest.settlementPeriod) ?? newestPeriod(newest)}
        />
      )}
    </StateSwitch>
  )
}

const noFilters = { state: '' }
const rowKey = (row: Settlement) => row._id

type Dialog = { kind: 'close' | 'payAll' } | { kind: 'pay' | 'sheet'; row: Settlement } | { kind: 'run'; runId: string }
type Props = { newest: PageOf<typeof settlementApi.list>; to: string }

function Period({ newest, to }: Props) {
  const { parent, settlementPeriod: length } = newest
  const text = settlementPageTexts.useText()
  const address = useAddress()
  const mayCall = useCallFilter()
  const isOwn = useActor()._id === parent._id
  const [, setSearch] = useSearchParams()
  const list = useListState({ filters: noFilters, size: 20 })
  const source = settlementSource({ userId: parent._id, period: to })
  const { data: period } = useQuery(pageQuery(source, list.params))
  const [dialog, setDialog] = useState<Dialog>()
  const closeDialog = () => setDialog(undefined)
  const choose = (day: string, options?: { replace: boolean }) =>
    setSearch(before => {
      const next = new URLSearchParams(before)
      next.set('period', toPeriodEnd(day, length) ?? to)
      next.delete('page')
      return next
    }, options)
  const follow = (runId: string | undefined) => setDialog(runId === undefined ? undefined : { kind: 'run', runId })
  const { closed, closes, next, unpaid = 0 } = period ?? {}
  const from = startOf(to, period ?? newest)
  const isClosable = isOwn && closes && !closed && next?.isOver === true && to <= next.to
  const days = daysOf({ from, to })
  const status = period && describePeriod(to, period)
  const unpaidWords = closed && text('unpaid', { amount: formatPoints(unpaid) })

  const linkOf = (row: Settlement) =>
    row.role === 'player' ? (
      row.username
    ) : (
      <Link to={`${address(paths.settlements)}?${new URLSearchParams({ userId: row.userId, period: to })}`}>
        {row.username}
      </Link>
    )
  const actionsOf = (row: Settlement): RowAction[] => {
    const isPayable = isOwn && row.state === 'closed' && row.due > 0
    const account = address(paths.cash, { userId: row.userId })
    const transfer = row.transferId && address(paths.transfer, { transferId: row.transferId })
    return [
      isPayable && {
        key: 'pay',
        label: text('pay'),
        icon: <WalletIcon />,
        onClick: () => setDialog({ kind: 'pay', row }),
        call: settlementApi.pay,
      },
      { key: 'account', label: text('account'), icon: <TransactionsIcon />, to: account },
      transfer && { key: 'transfer', label: text('transfer'), icon: <TransferIcon />, to: transfer },
      { key: 'sheet', label: text('sheet'), icon: <ViewIcon />, onClick: () => setDialog({ kind: 'sheet', row }) },
    ].filter(action => !!action)
  }
  const columns: Column<Settlement>[] = [
    ...settlementColumns(text, linkOf),
    {
      key: 'action',
      title: text('action'),
      pinned: 'right',
      hideable: false,
      render: row => <RowActions actions={actionsOf(row)} of={row.username} />,
    },
  ]
  return (
    <>
      <PageHeader
        title={isOwn ? text('settlements') : text('settlementsOf', { username: parent.username })}
        note={[days, status, unpaidWords].filter(Boolean).join(' · ')}
        actions={
          <>
            <WeekPicker length={length} day={to} onChoose={day => day && choose(day)} />
            {isClosable && mayCall(settlementApi.close) && (
              <Button type="primary" onClick={() => setDialog({ kind: 'close' })}>
                {text(`close_${length}`)}
              </Button>
            )}
            {isOwn && unpaid > 0 && closed && mayCall(settlementApi.payAll) && (
              <Button type="primary" onClick={() => setDialog({ kind: 'payAll' })}>
                {text('payAll')}
              </Button>
            )}
          </>
        }
      />
      <DataTable
        id="accounts.settlements"
        columns={columns}
        rowKey={rowKey}
        nameOf={row => row.username}
        source={source}
        list={list}
        search={false}
        filters={
          <Filters
            list={list}
            fields={[
              {
                kind: 'choice',
                name: 'state',
                label: text('state'),
                options: (['closed', 'paid'] as const).map(value => ({ value, label: text(`state_${value}`) })),
              },
            ]}
          />
        }
        exportAs={{ file: `Settlements-${parent.username}-${to}.xlsx`, sheet: 'Settlements', free: true }}
        onPaper={() => ({
          facts: [
            [text('period'), days],
            [text('parent'), parent.username],
            [text('state'), status],
          ],
        })}
        empty={text('none')}
        phone={{
          line: row => ({
            title: row.username,
            amount: row.due,
            notes: [`${text('commission')} ${row.commissionPercent} %`, ...notesOf(row)],
            state: <SettlementState row={row} />,
          }),
        }}
      />
      {dialog?.kind === 'close' && (
        <CloseDialog
          {...{ from, to, length }}
          onClose={closeDialog}
          onStarted={runId => {
            // The next period may be closable: this one stays.
            choose(to, { replace: true })
            follow(runId)
          }}
        />
      )}
      {dialog?.kind === 'payAll' && (
        <PayDialog
          title={text('payAllTitle', { to })}
          payable={{ period: to }}
          amount={unpaid}
          onPaid={follow}
          onClose={closeDialog}
        />
      )}
      {dialog?.kind === 'pay' && (
        <PayDialog
          title={text('payTitle', { username: dialog.row.username })}
          payable={{ settlementId: dialog.row._id }}
          amount={dialog.row.due}
          onPaid={follow}
          onClose={closeDialog}
        />
      )}
      {dialog?.kind === 'sheet' && <SettlementSheet row={dialog.row} parent={parent.username} onClose={closeDialog} />}
      {dialog?.kind === 'run' && <RunningDialog runId={dialog.runId} onUndo={follow} onClose={closeDialog} />}
    </>
  )
}
