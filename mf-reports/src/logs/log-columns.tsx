import './logs.css'
import type { LogResult, LogRow } from '@cascade/contracts/reports'
import { formatCount, formatDateTime, formatTime, StatusBadge, type Tone } from '@cascade/ui-kit'
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
    value: row => withTimes(row.sentence ?? row.subject, row),
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

/** For narrow screens: the sentence already contains object and amount. */
export const narrowLogColumns = logColumns.map(column =>
  column.key === 'object' || column.key === 'amount' ? { ...column, optional: 'screen' as const } : column,
)

/** A log row on a phone: sentence, time, and the outcome unless it succeeded. */
export const logLine = (row: LogRow): RowLine => {
  const { sentence, subject, username, createdAt, result, note } = row
  return {
    title: sentence ?? `${username}: ${subject}`,
    notes: [formatDateTime(createdAt), formatTimes(row), note && text('whyOf', { note })],
    state: result !== 'done' && <StatusBadge tone={tones[result]}>{text(result)}</StatusBadge>,
  }
}

/** Count and end time of a row that stands for several calls. */
const formatTimes = ({ times, until }: LogRow) =>
  times && until && text('times', { times: formatCount(times), until: formatTime(until) })

const withTimes = (words: string, row: LogRow) => [words, formatTimes(row)].filter(Boolean).join(' – ')

/** The subject; with the sentence if that names a second person, or several accounts that were tried. */
const subjectOf = ({ subject, sentence, approvedBy, objects }: LogRow) =>
  sentence && (approvedBy || objects) ? `${subject} – ${sentence}` : subject

/** The action as a sentence, with the user's note, and a mark if only the browser reported it. */
function Happened({ row }: { row: LogRow }) {
  const { sentence, subject, note, source } = row
  const times = formatTimes(row)
  return (
    <span className="reports-happened">
      {sentence ?? subject}
      {times && <small>{times}</small>}
      {note && <small>{text('whyOf', { note })}</small>}
      {source === 'browser' && <small>{text('saidByBrowser')}</small>}
    </span>
  )
}

function LogObject({ row: { object, objectPath = [] } }: { row: LogRow }) {
  if (!object) return null
  return (
    <span className="reports-object" title={object}>
      {object}
      {objectPath.length > 0 && <Cut text={objectPath.join(' / ')} />}
    </span>
  )
}

/** Files show the IPv6 loopback address as IPv4; the screen shows the recorded one. */
const fileAddressOf = ({ ipAddress }: LogRow) => (ipAddress === '::1' ? '127.0.0.1' : ipAddress)

/** Columns of logs.csv, fixed by the specification, and logs.xlsx. */
export const logExportColumns: readonly ExportColumn<LogRow>[] = [
  { title: text('username'), value: row => row.username },
  { title: text('subject'), value: row => withTimes(subjectOf(row), row) },
  { title: text('url'), value: row => row.requestUrl },
  { title: text('method'), value: row => row.method },
  { title: text('ipAddress'), value: fileAddressOf },
  { title: text('createdAt'), value: row => row.createdAt, kind: 'dateTime' },
]
