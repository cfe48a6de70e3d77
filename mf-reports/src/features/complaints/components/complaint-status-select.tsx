import './complaint-status-select.css'
import { type Complaint, type ComplaintStatus, complaintStatuses } from '@cascade/contracts/reports'
import { StatusBadge, type Tone } from '@cascade/ui-kit'
import { Select } from '@cascade/ui-kit/data'
import { texts } from '../../../texts'
import { useSetComplaintStatus } from '../api/use-set-complaint-status'

const toneOf = (status: ComplaintStatus): Tone =>
  status === 'Pending' ? 'warning' : status === 'Completed' ? 'success' : 'danger'

const options = complaintStatuses.map(value => ({
  value,
  label: <StatusBadge tone={toneOf(value)}>{value}</StatusBadge>,
}))

/** The status of a message; any may follow any. While it is sent, what was chosen is shown. */
export function ComplaintStatusSelect({ complaint }: { complaint: Complaint }) {
  const text = texts.useText()
  const change = useSetComplaintStatus()
  return (
    <Select
      value={change.isPending ? change.variables.status : complaint.status}
      options={options}
      disabled={change.isPending}
      aria-label={text('statusOf', { name: complaint.fullName })}
      onChange={status => change.mutate({ complaint, status })}
      style={{ width: 150 }}
    />
  )
}
