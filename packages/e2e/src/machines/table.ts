import type { Seen } from './clients'

export type Row = {
  what: string
  seen: Seen
  bets: number
  transfers: number
  wentOnMs: number
  said: readonly string[]
  alerts: readonly string[]
}

const seconds = (ms = 0) => (ms / 1000).toFixed(1)
const heads = [
  'What was done',
  'Calls',
  'Refused',
  'Repeated',
  'Failed',
  'Booked',
  'Longest without a transfer',
  'without a bet',
  'Went on after',
  '`/readyz` said',
  'Alerts, if it lasts',
]

/** What was done and survived, as a table of Markdown. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(({ what, seen, bets, transfers, wentOnMs, said, alerts }) => [
    what,
    seen.calls,
    seen.refused,
    seen.repeated,
    seen.failed.length,
    `${bets} bets, ${transfers} transfers`,
    `${seconds(seen.outages.get('transfer'))} s`,
    `${seconds(seen.outages.get('bet'))} s`,
    `${seconds(wentOnMs)} s`,
    said.join('; ') || '–',
    alerts.join(', ') || '–',
  ])
  return [heads, heads.map(() => '---'), ...cells].map(row => `| ${row.join(' | ')} |`).join('\n')
}
