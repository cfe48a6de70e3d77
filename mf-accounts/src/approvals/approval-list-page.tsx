import { type Approval, approvalStates } from '@cascade/contracts/accounts'
import {
  ActivateIcon,
  Amount,
  BackIcon,
  DeactivateIcon,
  formatPoints,
  PageHeader,
  StatusBadge,
  type Tone,
  useNotice,
} from '@cascade/ui-kit'
import { type Column, DataTable, Filters, type RowAction, RowActions } from '@cascade/ui-kit/data'
import { messageOf, useListState } from '@cascade/web-kit'
import { useState } from 'react'
import { approvalsSource, useApprove, useDecline, useWithdraw } from './calls'
import { DeclineDialog } from './decline-dialog'
import { useFirstRowKeys } from './first-row-keys'
import { approvalTexts } from './texts'

const tones: Record<Approval['state'], Tone> = {
  open: 'accent',
  approved: 'success',
  declined: 'danger',
  withdrawn: 'neutral',
  expired: 'neutral',
  failed: 'warning',
}
const decisionKeys = ['a', 'd']
const openColumns = ['balance', 'endsAt']
const decidedColumns = ['state', 'decidedBy', 'reason']
const rowKey = ({ _id }: Approval) => _id

/** Requests that the user may decide, and own ones. */
export default function ApprovalListPage() {
  const text = approvalTexts.useText()
  const notice = useNotice({ durationMs: 4_000, place: 'over' })
  const list = useListState({ filters: { state: 'open' } })
  const [declined, setDeclined] = useState<Approval>()
  const approving = useApprove()
  const declining = useDecline()
  const withdrawing = useWithdraw()
  useFirstRowKeys('.accounts-approvals', decisionKeys)

  const run = async (change: Promise<{ message?: string | undefined; data: Approval }>) => {
    try {
      const { message = '', data } = await change
      notice.show(data.state === 'failed' ? 'error' : 'success', [message, data.reason].filter(Boolean).join(' '))
    } catch (error) {
      notice.show('error', messageOf(error, text('approvalFailed')))
    }
  }
  const decline = (reason: string) => {
    const params = { id: declined?._id ?? '' }
    setDeclined(undefined)
    void run(declining.mutateAsync({ params, body: { reason } }))
  }
  const isBusy = approving.isPending || declining.isPending || withdrawing.isPending
  const actionsOf = (row: Approval): RowAction[] => {
    const params = { id: row._id }
    if (row.state !== 'open') return []
    if (row.isOwn) {
      const withdraw = () => void run(withdrawing.mutateAsync({ params }))
      return [{ key: 'withdraw', label: text('withdraw'), icon: <BackIcon />, disabled: isBusy, onClick: withdraw }]
    }
    const approve = () => void run(approving.mutateAsync({ params }))
    const common = { disabled: isBusy }
    return [
      { ...common, key: 'approve', label: text('approve'), icon: <ActivateIcon />, shortcut: 'a', onClick: approve },
      {
        ...common,
        key: 'decline',
        label: text('decline'),
        icon: <DeactivateIcon />,
        shortcut: 'd',
        danger: true,
        onClick: () => setDeclined(row),
      },
    ]
  }
  const nameOf = (row: Approval) => `${text(`operation_${row.operation}`)} ${row.object}`
  const columns: Column<Approval>[] = [
    { key: 'operation', title: text('approvalOperation'), value: row => text(`operation_${row.operation}`) },
    { key: 'by', title: text('approvalBy'), value: row => row.by },
    { key: 'object', title: text('approvalObject'), value: row => row.object },
    { key: 'amount', title: text('points'), value: row => row.amount, kind: 'points', summed: false },
    {
      key: 'balance',
      title: text('approvalBalance'),
      value: ({ balance }) => balance && `${formatPoints(balance.before)} → ${formatPoints(balance.after)}`,
      render: ({ balance }) =>
        balance && (
          <>
            <Amount value={balance.before} /> → <Amount value={balance.after} />
          </>
        ),
    },
    { key: 'details', title: text('approvalDetails'), value: detailsOf },
    { key: 'note', title: text('note'), value: row => row.note },
    {
      key: 'state',
      title: text('approvalState'),
      value: row => text(`state_${row.state}`),
      render: row => <StatusBadge tone={tones[row.state]}>{text(`state_${row.state}`)}</StatusBadge>,
    },
    { key: 'decidedBy', title: text('approvalDecided'), value: row => row.approvedBy ?? row.declinedBy },
    { key: 'reason', title: text('approvalReason'), value: row => row.reason },
    { key: 'createdAt', title: text('dateTime'), value: row => row.createdAt, kind: 'dateTime' },
    { key: 'endsAt', title: text('approvalEnds'), value: row => row.endsAt, kind: 'dateTime' },
    {
      key: 'action',
      title: text('action'),
      hideable: false,
      pinned: 'right',
      render: row => <RowActions of={nameOf(row)} actions={actionsOf(row)} />,
    },
  ]
  const hidden = list.filters.state === 'open' ? decidedColumns : openColumns
  const options = approvalStates.map(value => ({ value, label: text(`state_${value}`) }))
  return (
    <div className="accounts-approvals">
      <PageHeader title={text('approvals')} note={text('approvalsNote')} />
      {notice.element}
      <DataTable
        id="accounts.approvals"
        columns={columns.filter(({ key }) => !hidden.includes(key))}
        rowKey={rowKey}
        source={approvalsSource}
        list={list}
        search={false}
        filters={
          <Filters list={list} fields={[{ kind: 'choice', name: 'state', label: text('approvalState'), options }]} />
        }
        empty={text('noApprovals')}
        nameOf={nameOf}
        phone={{
          line: row => ({
            title: nameOf(row),
            amount: row.amount,
            notes: [row.by, detailsOf(row), row.note],
            state: row.state !== 'open' && (
              <StatusBadge tone={tones[row.state]}>{text(`state_${row.state}`)}</StatusBadge>
            ),
          }),
        }}
      />
      {declined && (
        <DeclineDialog name={nameOf(declined)} onDecline={decline} onCancel={() => setDeclined(undefined)} />
      )}
    </div>
  )
}

const detailsOf = ({ details }: Approval) =>
  Object.entries(details)
    .map(([field, value]) => `${field}: ${value}`)
    .join(', ')
