import { type Approval, approvalApi, approvalStates } from '@cascade/contracts/accounts'
import { ActivateIcon, BackIcon, DeactivateIcon, PageHeader, useNotice } from '@cascade/ui-kit'
import { type Column, DataTable, Filters, type RowAction, RowActions } from '@cascade/ui-kit/data'
import { useListState } from '@cascade/web-kit'
import { useState } from 'react'
import { CodesDialog } from '../security/codes-dialog'
import { approvalsSource, type Decided } from './calls'
import { approvalColumns, StateBadge } from './columns'
import { type Decision, DecisionDialog } from './decision-dialog'
import { detailsOf } from './details'
import { approvalTexts } from './texts'

/** Columns without information in lists of one state. */
const emptyColumns: Readonly<Record<string, readonly string[]>> = {
  open: ['state', 'decidedBy', 'reason'],
  failed: ['state'],
  '': [],
}
const decidedEmptyColumns = ['state', 'balance', 'payer', 'endsAt', 'deciders']
const rowKey = ({ _id }: Approval) => _id

/** Requests that the user may decide, and own ones. */
export default function ApprovalListPage() {
  const text = approvalTexts.useText()
  const notice = useNotice({ durationMs: 4_000, place: 'over' })
  const list = useListState({ filters: { state: 'open' } })
  const [decision, setDecision] = useState<Decision>()
  const [enrolment, setEnrolment] = useState<{ username: string; code: string }>()

  const done = ({ message = '', data, enrolmentCode: code }: Decided) => {
    setDecision(undefined)
    if (code !== undefined) setEnrolment({ username: data.object, code })
    notice.show(data.state === 'failed' ? 'error' : 'success', [message, data.reason].filter(Boolean).join(' '))
  }
  const actionsOf = (row: Approval): RowAction[] => {
    const { isOwn, mayDecide, state } = row
    const action = (kind: Decision['kind']) => ({
      key: kind,
      label: text(kind),
      onClick: () => setDecision({ kind, row }),
      call: approvalApi[kind],
    })
    if (isOwn) return state === 'open' || state === 'failed' ? [{ ...action('withdraw'), icon: <BackIcon /> }] : []
    if (!mayDecide) return []
    const approve = { ...action('approve'), ...(state === 'failed' && { label: text('tryAgain') }) }
    return [
      { ...approve, icon: <ActivateIcon />, shortcut: 'a' },
      { ...action('decline'), icon: <DeactivateIcon />, shortcut: 'd', danger: true },
    ]
  }
  const nameOf = (row: Approval) => `${text(`operation_${row.operation}`)} ${row.object}`
  const empty = emptyColumns[list.filters.state] ?? decidedEmptyColumns
  const columns: Column<Approval>[] = [
    ...approvalColumns.filter(({ key }) => !empty.includes(key)),
    {
      key: 'action',
      title: text('action'),
      hideable: false,
      pinned: 'right',
      render: row => <RowActions of={nameOf(row)} actions={actionsOf(row)} />,
    },
  ]
  const options = approvalStates.map(value => ({ value, label: text(`state_${value}`) }))
  return (
    <>
      <PageHeader title={text('approvals')} note={text('approvalsNote')} />
      {notice.element}
      <DataTable
        id="accounts.approvals"
        columns={columns}
        rowKey={rowKey}
        source={approvalsSource}
        list={list}
        search={false}
        filters={
          <Filters list={list} fields={[{ kind: 'choice', name: 'state', label: text('approvalState'), options }]} />
        }
        exportAs={{ file: 'Requests.xlsx', sheet: 'Requests' }}
        empty={text('noApprovals')}
        nameOf={nameOf}
        phone={{
          line: row => ({
            title: nameOf(row),
            amount: row.amount,
            notes: [row.by, ...detailsOf(row), row.note],
            state: row.state !== 'open' && <StateBadge {...row} />,
          }),
        }}
      />
      {decision && (
        <DecisionDialog
          decision={decision}
          columns={approvalColumns}
          onDone={done}
          onCancel={() => setDecision(undefined)}
        />
      )}
      {enrolment && (
        <CodesDialog
          title={text('enrolmentCode')}
          note={text('enrolmentHandOver', enrolment)}
          codes={[enrolment.code]}
          onClose={() => setEnrolment(undefined)}
        />
      )}
    </>
  )
}
