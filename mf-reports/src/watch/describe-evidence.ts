import { formatPoints } from '@cascade/contracts'
import type { WatchRow } from '@cascade/contracts/reports'
import { watchPageTexts } from './texts'

const { text } = watchPageTexts
const counts: readonly string[] = ['days', 'players', 'tickets', 'times']
const countFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** The reason of an entry in words. */
export function describeEvidence({ rule, evidence }: Pick<WatchRow, 'rule' | 'evidence'>): string {
  const { play = 0, usual } = evidence
  const figures = usual ? { ...evidence, times: play / usual } : evidence
  const words = Object.entries(figures).map(([name, value]) => [
    name,
    counts.includes(name) ? countFormat.format(value) : formatPoints(value),
  ])
  return text(`why_${rule}`, Object.fromEntries(words))
}
