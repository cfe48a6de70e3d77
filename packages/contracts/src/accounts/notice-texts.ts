import { operationTexts } from '../approval'
import type { NoticeContent } from './notices'

/** English words of notices, for the bell and for mail. */
export const noticeTexts = {
  'new-device': 'Sign-in from a new device: {device}, {ipAddress}',
  'password-changed': '{by} changed your password',
  'factors-changed_added': '{by} added a second factor',
  'factors-changed_removed': '{by} removed a second factor',
  'factors-changed_codes-replaced': '{by} replaced the recovery codes',
  'codes-guessed': 'Twenty wrong codes for {username}: only a passkey or a recovery code counts now',
  'factors-changed_reset': '{by} removed your second factors',
  'approval-requested': '{by} waits for a second person: {operation}',
  'approval-decided': '{operation}: {state}',
  decided_approved_by: '{operation}: approved by {by}',
  decided_declined_by: '{operation}: declined by {by}',
  decided_failed_by: '{operation}: approved by {by}, but it could not be done',
  decided_expired: '{operation}: expired without a decision',
  'period-closed': '{by} closed your settlement period {days}',
  'commission-paid_points': '{by} paid your commission of {days}: {amount} points',
  'commission-paid_cash': '{by} paid your commission of {days} in cash: {amount}',
  'case-opened': '{by} opened case {number}: {subject}',
  'case-answered': '{by} answered case {number}: {subject}',
  'report-failed': 'Not sent by mail: {report} of {days}',
  'limit-reached': '{username} has reached its limit of {limit} today',
  limit_balanceMax: 'the balance',
  limit_giveDayMax: 'gifts',
  limit_stakeDayMax: 'stakes',
  limit_lossDayMax: 'losses',
  ...operationTexts,
} as const

type Words = {
  /** The text of a key of `noticeTexts`, with `{name}` replaced; the key itself if there is none. */
  text: (key: keyof typeof noticeTexts, values?: Readonly<Record<string, string>>) => string
  formatPoints: (points: number) => string
}

/** A notice in words, without its time. */
export function describeNotice({ kind, data }: NoticeContent, { text, formatPoints }: Words): string {
  if (kind === 'factors-changed') return text(`${kind}_${data.change}`, data)
  if (kind === 'report-failed') return text(kind, { report: data.report, days: formatDays(data) })
  if (kind === 'period-closed') return text(kind, { by: data.by, days: formatDays(data) })
  if (kind === 'commission-paid') {
    return text(`${kind}_${data.as}`, { by: data.by, days: formatDays(data), amount: formatPoints(data.amount) })
  }
  if (kind === 'limit-reached') return text(kind, { ...data, limit: text(`limit_${data.limit}`) })
  if (kind === 'case-opened' || kind === 'case-answered') return text(kind, { ...data, number: `#${data.number}` })
  if (!('operation' in data)) return text(kind, data)
  // Operations and states of a newer server have no text: their names are shown.
  const orElse = (fallback: string, key: string, values?: typeof data) => {
    const words = text(key as keyof typeof noticeTexts, values)
    return words === key ? fallback : words
  }
  const values = { ...data, operation: orElse(data.operation, `operation_${data.operation}`) }
  const notice = text(kind, values)
  return 'state' in data ? orElse(notice, `decided_${data.state}${data.by && '_by'}`, values) : notice
}

const formatDays = ({ from, to }: { from: string; to: string }) => (from === to ? to : `${from} – ${to}`)
