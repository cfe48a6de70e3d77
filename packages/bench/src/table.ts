import type { Ratio } from './measure'

/** One line of the report: what was measured, ours and the peer's figure, and what it should be. */
export type Row = { name: string; ours: string; peer: string; ratio: string; aim: string; note?: string }

/** Rounds that lie further apart than this share of their median say little. */
const quietSpread = 0.1

const number = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 2 : 0 })

export function ratioRow(name: string, aim: string, measured: Ratio, unit = '/s'): Row {
  const spread = `spread ${Math.round(measured.spread * 100)} %`
  return {
    name,
    ours: `${number(measured.ours)}${unit}`,
    peer: `${number(measured.peer)}${unit}`,
    ratio: number(measured.ratio),
    aim,
    note: measured.spread > quietSpread ? `noisy: ${spread}` : spread,
  }
}

export const figureRow = (name: string, ours: string, aim = '', note = ''): Row => ({
  ...{ name, ours, peer: '', ratio: '', aim, note },
})

const columns = ['name', 'ours', 'peer', 'ratio', 'aim', 'note'] as const

export function tableOf(rows: readonly Row[]): string {
  const head: Row = { name: 'Measured', ours: 'ours', peer: 'peer', ratio: 'ratio', aim: 'aim', note: '' }
  const widths = columns.map(column => Math.max(...[head, ...rows].map(row => (row[column] ?? '').length)))
  const line = (row: Row) => columns.map((column, index) => (row[column] ?? '').padEnd(widths[index] ?? 0)).join('  ')
  const rule = widths.map(width => '-'.repeat(width)).join('  ')
  return [line(head), rule, ...rows.map(line)].map(text => text.trimEnd()).join('\n')
}
