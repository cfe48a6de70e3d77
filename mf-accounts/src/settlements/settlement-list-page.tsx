import type { Settlement } from '@cascade/contracts/accounts'
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
import { pageQuery, useActor, useAddress, useListState } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { paths } from '../paths'
import { RunningDialog } from '../runs/running-dialog'
import { settlementSource } from './calls'
import { CloseDialog } from './close-dialog'
import { SettlementState, settlementColumns } from './columns'
import { PayDialog } from './pay-dialog'
import { SettlementSheet } from './settlement-sheet'
import { settlementPageTexts } from './texts'
import { addDays, describeWeek, newestWeek, notesOf, toSunday } from './weeks'

/** Settlements of the user, or of the account in the address, for a week. */
export default function SettlementListPage() {
  const [search] = useSearchParams()
  const userId = search.get('userId')
  const query = useQuery(pageQuery(settlementSource(userId ? { userId } : {}), { page: 1, size: 1 }))
  return (
    <StateSwitch query={query}>
      {({ parent, next }) => <Week parent={parent} to={toSunday(search.get('period') ?? '') ?? newestWeek({ next })} />}
    </StateSwitch>
  )
}

const noFilters = { state: '' }
const rowKey = (row: Settlement) => row._id

type Dialog = { kind: 'close' | 'payAll' } | { kind: 'pay' | 'sheet'; row: Settlement } | { kind: 'run'; runId: string }
type Props = { parent: { _id: string; username: string }; to: string }

function Week({ parent, to }: Props) {
  const text = settlementPageTexts.useText()
  const address = useAddress()
  const isOwn = useActor()._id === parent._id
  const [, setSearch] = useSearchParams()
  const list = useListState({ filters: noFilters, size: 20 })
  const source = settlementSource({ userId: parent._id, period: to })
  const { data: week } = useQuery(pageQuery(source, list.params))
  const [dialog, setDialog] = useState<Dialog>()
  const closeDialog = () => setDialog(undefined)
  const choose = (day: string, options?: { replace: boolean }) =>
    setSearch(before => {
      const next = new URLSearchParams(before)
      next.set('period', toSunday(day) ?? to)
      next.delete('page')
      return next
    }, options)
  const follow = (runId: string | undefined) => setDialog(runId === undefined ? undefined : { kind: 'run', runId })
  const { closed, next, unpaid = 0 } = week ?? {}
  const isClosable = isOwn && !closed && next?.isOver === true && to <= next.to
  const days = `${addDays(to, -6)} – ${to}`
  const status = week && describeWeek(to, week)
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
            <WeekPicker day={to} onChoose={day => day && choose(day)} />
            {isClosable && (
              <Button type="primary" onClick={() => setDialog({ kind: 'close' })}>
                {text('close')}
              </Button>
            )}
            {isOwn && unpaid > 0 && closed && (
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
            [text('week'), days],
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
          to={to}
          onClose={closeDialog}
          onStarted={runId => {
            // The next week may be closable: this one stays.
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
