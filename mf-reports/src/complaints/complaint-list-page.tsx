import './complaints.css'
import { type Complaint, type ComplaintStatus, complaintStatuses, reportsApi } from '@cascade/contracts/reports'
import {
  Button,
  formatActor,
  formatDateTime,
  Moment,
  NotAllowedState,
  PageHeader,
  StatusBadge,
  type Tone,
  useOutcomeToast,
} from '@cascade/ui-kit'
import { type Column, DataTable, Select } from '@cascade/ui-kit/data'
import { useCan, useListState, useMayCall } from '@cascade/web-kit'
import { useState } from 'react'
import { Wrapped } from '../shared/cut'
import { texts } from '../texts'
import { complaintFilters, complaintsSource, useSetComplaintStatus } from './calls'

export default function ComplaintListPage() {
  return useCan('complaints.manage') ? <Complaints /> : <NotAllowedState />
}

function Complaints() {
  const text = texts.useText()
  const list = useListState({ filters: complaintFilters })
  const status = (
    <Select
      allowClear
      value={list.filters.status || undefined}
      options={complaintStatuses.map(value => ({ value, label: value }))}
      placeholder={text('allStatuses')}
      aria-label={text('status')}
      onChange={chosen => list.setFilter('status', chosen ?? '')}
      style={{ width: 150 }}
    />
  )
  return (
    <>
      <PageHeader title={text('contactUs')} />
      <DataTable
        id="reports.complaints"
        columns={complaintColumns}
        rowKey={row => row._id}
        source={complaintsSource()}
        list={list}
        search={text('searchMessages')}
        filters={status}
        onPaper={() => ({ facts: [[text('status'), list.filters.status]] })}
        empty={text('noMessages')}
        emptySearch={text('noMessages')}
        emptyAction={
          <Button href="/docs" target="_blank">
            {text('howPlayersWrite')}
          </Button>
        }
      />
    </>
  )
}

const { text } = texts

const setBy = ({ by }: Complaint) => by && `${formatActor(by)}, ${formatDateTime(by.at)}`

export const complaintColumns: readonly Column<Complaint>[] = [
  { key: 'enquiryType', title: text('enquiryType'), value: row => row.enquiryType },
  {
    key: 'fullName',
    title: text('fullName'),
    value: row => row.fullName,
    render: row => <Wrapped text={row.fullName} />,
  },
  { key: 'email', title: text('email'), value: row => row.email, render: row => <Wrapped text={row.email} /> },
  { key: 'mobile', title: text('mobile'), value: row => row.mobile },
  {
    key: 'complaintDetails',
    title: text('details'),
    value: row => row.complaintDetails,
    render: row => <p className="reports-details">{row.complaintDetails}</p>,
  },
  {
    key: 'status',
    title: text('status'),
    value: row => row.status,
    render: row => (
      <>
        <ComplaintStatusSelect complaint={row} />
        {row.by && (
          <small className="reports-set-by">
            <Wrapped text={text('doneBy', { by: formatActor(row.by) })} />
            <Moment at={row.by.at} />
          </small>
        )}
      </>
    ),
  },
  { key: 'createdAt', title: text('received'), value: row => row.createdAt, kind: 'dateTime', sortable: true },
  { key: 'by', title: text('setBy'), value: setBy, render: row => <Wrapped text={setBy(row)} />, optional: 'screen' },
]

const toneOf = (status: ComplaintStatus): Tone =>
  status === 'Pending' ? 'warning' : status === 'Completed' ? 'success' : 'danger'

const options = complaintStatuses.map(value => ({
  value,
  label: <StatusBadge tone={toneOf(value)}>{value}</StatusBadge>,
}))

/** Select for the status of a message; every transition is allowed. Shows the chosen status while it is being saved. */
export function ComplaintStatusSelect({ complaint }: { complaint: Complaint }) {
  const text = texts.useText()
  const showOutcome = useOutcomeToast()
  const change = useSetComplaintStatus()
  const mayChange = useMayCall(reportsApi.setComplaintStatus)
  const [chosen, setChosen] = useState<ComplaintStatus>(complaint.status)
  const send = async (status: ComplaintStatus) => {
    setChosen(status)
    await showOutcome(change.mutateAsync({ params: { id: complaint._id }, body: { status } }), {
      done: text('statusChanged'),
      failed: text('statusFailed'),
    })
  }
  if (!mayChange) return <StatusBadge tone={toneOf(complaint.status)}>{complaint.status}</StatusBadge>
  return (
    <Select
      value={change.isPending ? chosen : complaint.status}
      options={options}
      disabled={change.isPending}
      aria-label={text('statusOf', { name: complaint.fullName })}
      onChange={status => void send(status)}
      style={{ width: 142 }}
    />
  )
}
