import './logs.css'
import type { LogResult, LogRow } from '@cascade/contracts/reports'
import { formatDateTime, StatusBadge, type Tone } from '@cascade/ui-kit'
import type { Column, ExportColumn, RowLine } from '@cascade/ui-kit/data'
import { Cut, Wrapped } from '../shared/cut'
import { texts } from '../texts'

const { text } = texts

const tones: Readonly<Record<LogResult, Tone>> = { done: 'success', refused: 'warning', failed: 'danger' }

export const logColumns: readonly Column<LogRow>[] = [
  { key: 'username', title: text('username'), value: row => row.username },
  {
    key: 'subject',
    title: text('subject'),
    value: row => row.subject,
    render: row => <Wrapped text={row.subject} />,
  },
  {
    key: 'requestUrl',
    title: text('url'),
    value: row => row.requestUrl,
    render: row => (
      <span className="reports-log-url">
        <Cut text={row.requestUrl} look="url" />
      </span>
    ),
  },
  {
    key: 'method',
    title: text('method'),
    value: row => row.method,
    render: row => <span className="reports-method">{row.method}</span>,
  },
  {
    key: 'ipAddress',
    title: text('ipAddress'),
    value: row => row.ipAddress,
    render: row => <Wrapped text={row.ipAddress} />,
  },
  { key: 'createdAt', title: text('createdAt'), value: row => row.createdAt, kind: 'dateTime', sortable: true },
  {
    key: 'happened',
    title: text('happened'),
    value: row => row.sentence ?? row.subject,
    render: row => <Happened row={row} />,
  },
  {
    key: 'result',
    title: text('outcome'),
    value: row => row.result,
    render: row => (
      <span title={`${row.code ?? ''} ${row.status}`.trim()}>
        <StatusBadge tone={tones[row.result]}>{text(row.result)}</StatusBadge>
      </span>
    ),
  },
  {
    key: 'object',
    title: text('object'),
    value: row => [...(row.objectPath ?? []), ...(row.object ? [row.object] : [])].join(' / '),
    render: row => <LogObject row={row} />,
  },
  { key: 'amount', title: text('amount'), value: row => row.amount, kind: 'points', summed: false },
]

/** On a phone: the sentence, when, and how it ended where that was no success. */
export const logLine = ({ sentence, subject, username, createdAt, result, note }: LogRow): RowLine => ({
  title: sentence ?? `${username}: ${subject}`,
  notes: [formatDateTime(createdAt), note && text('whyOf', { note })],
  state: result !== 'done' && <StatusBadge tone={tones[result]}>{text(result)}</StatusBadge>,
})

/** The whole act in a sentence, with the words of who did it, and who says so where it is not the server. */
function Happened({ row: { sentence, subject, note, source } }: { row: LogRow }) {
  return (
    <span className="reports-happened">
      {sentence ?? subject}
      {note && <small>{text('whyOf', { note })}</small>}
      {source === 'browser' && <small>{text('saidByBrowser')}</small>}
    </span>
  )
}

function LogObject({ row: { object, objectPath = [] } }: { row: LogRow }) {
  if (!object) return null
  return (
    <span className="reports-object">
      {object}
      {objectPath.length > 0 && <Cut text={objectPath.join(' / ')} />}
    </span>
  )
}

/** Readers of the file do not know the loopback address of IPv6; the screen shows what was recorded. */
const fileAddressOf = ({ ipAddress }: LogRow) => (ipAddress === '::1' ? '127.0.0.1' : ipAddress)

/** logs.csv, which the specification fixes, and logs.xlsx. */
export const logExportColumns: readonly ExportColumn<LogRow>[] = [
  { title: text('username'), value: row => row.username },
  { title: text('subject'), value: row => row.subject },
  { title: text('url'), value: row => row.requestUrl },
  { title: text('method'), value: row => row.method },
  { title: text('ipAddress'), value: fileAddressOf },
  { title: text('createdAt'), value: row => row.createdAt, kind: 'dateTime' },
]
