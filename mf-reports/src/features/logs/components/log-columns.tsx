import './log-columns.css'
import type { LogRow } from '@cascade/contracts/reports'
import type { Column, ExportColumn } from '@cascade/ui-kit/data'
import { Cut } from '../../../shared/components/cut'
import { texts } from '../../../texts'

const { text } = texts

export const logColumns: readonly Column<LogRow>[] = [
  { key: 'username', title: text('username'), value: row => row.username },
  { key: 'subject', title: text('subject'), value: row => row.subject },
  {
    key: 'requestUrl',
    title: text('url'),
    value: row => row.requestUrl,
    render: row => <Cut text={row.requestUrl} look="url" />,
  },
  {
    key: 'method',
    title: text('method'),
    value: row => row.method,
    render: row => <span className="reports-method">{row.method}</span>,
  },
  { key: 'ipAddress', title: text('ipAddress'), value: row => row.ipAddress },
  { key: 'createdAt', title: text('createdAt'), value: row => row.createdAt, kind: 'dateTime', sortable: true },
]

/** Readers of the file do not know the loopback address of IPv6; the screen shows what was recorded. */
const fileAddressOf = ({ ipAddress }: LogRow) => (ipAddress === '::1' ? '127.0.0.1' : ipAddress)

/** logs.csv. */
export const logExportColumns: readonly ExportColumn<LogRow>[] = [
  { title: text('username'), value: row => row.username },
  { title: text('subject'), value: row => row.subject },
  { title: text('url'), value: row => row.requestUrl },
  { title: text('method'), value: row => row.method },
  { title: text('ipAddress'), value: fileAddressOf },
  { title: text('createdAt'), value: row => row.createdAt, kind: 'dateTime' },
]
