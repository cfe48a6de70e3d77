import type { Complaint } from '@cascade/contracts/reports'
import { formatDateTime } from '@cascade/ui-kit'
import type { Column } from '@cascade/ui-kit/data'
import { texts } from '../../../texts'
import { ComplaintStatusSelect } from './complaint-status-select'

const { text } = texts

export const complaintColumns: readonly Column<Complaint>[] = [
  { key: 'enquiryType', title: text('enquiryType'), value: row => row.enquiryType },
  { key: 'fullName', title: text('fullName'), value: row => row.fullName },
  { key: 'email', title: text('email'), value: row => row.email },
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
    render: row => <ComplaintStatusSelect complaint={row} />,
  },
  { key: 'createdAt', title: text('received'), value: row => row.createdAt, kind: 'dateTime', sortable: true },
  { key: 'by', title: text('setBy'), value: row => row.by && `${row.by.username}, ${formatDateTime(row.by.at)}` },
]
