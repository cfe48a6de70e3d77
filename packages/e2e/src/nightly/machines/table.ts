import type { CallResults } from './clients'

export type Row = {
  what: string
  results: CallResults
  bets: number
  transfers: number
  wentOnMs: number
  readiness: readonly string[]
  alerts: readonly string[]
}

const seconds = (ms = 0) => (ms / 1000).toFixed(1)
const headings = [
  'Step',
  'Calls',
  'Rejected',
  'Retried',
  'Failed',
  'Booked',
  'Longest time without a transfer',
  'without a bet',
  'Recovered after',
  '`/readyz` reports',
  'Alerts if it lasts',
]

const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`

export const lineOf = ({ what, results, bets, transfers, wentOnMs, readiness, alerts }: Row): string =>
  line([
    what,
    results.calls,
    results.rejected,
    results.repeated,
    results.failed.length,
    `${bets} bets, ${transfers} transfers`,
    `${seconds(results.outages.get('transfer'))} s`,
    `${seconds(results.outages.get('bet'))} s`,
    `${seconds(wentOnMs)} s`,
    readiness.join('; ') || '–',
    alerts.join(', ') || '–',
  ])

export const tableOf = (rows: readonly Row[]): string =>
  [line(headings), line(headings.map(() => '---')), ...rows.map(lineOf)].join('\n')

const rowsIn = (text: string) => text.split('\n').filter(each => each.startsWith('| '))
const whatOf = (row: string) => row.split(' | ')[0] ?? ''

/** Merges two tables; rows of `now` replace those of the same step. */
export function merged(before: string, now: string): string {
  const byWhat = new Map([...rowsIn(before), ...rowsIn(now)].map(row => [whatOf(row), row]))
  return [...byWhat.values()].join('\n')
}
