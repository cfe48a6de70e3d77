import type { Settlement, settlementApi } from '@cascade/contracts/accounts'
import { formatActor, formatDate, formatPoints } from '@cascade/ui-kit'
import type { PageOf } from '@cascade/web-kit'
import { settlementPageTexts } from './texts'

const dayMs = 86_400_000
const { text } = settlementPageTexts

export const addDays = (day: string, count: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10)

/** The Sunday that ends the week of a day; undefined if it is none. */
export function toSunday(day: string): string | undefined {
  const at = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(at.getTime()) ? undefined : addDays(day, (7 - at.getUTCDay()) % 7)
}

type Week = Pick<PageOf<typeof settlementApi.list>, 'next' | 'closed'>

/** The newest week that is closed or can be closed. */
export const newestWeek = ({ next }: Pick<Week, 'next'>) => (next.isOver ? next.to : addDays(next.from, -1))

/** State of the week that ends on `to`, in words. */
export function describeWeek(to: string, { next, closed }: Week): string {
  if (closed) {
    const comparison = text(`comparison_${closed.comparison}`)
    return text('closedBy', { day: formatDate(closed.closedAt), by: formatActor(closed.closedBy), comparison })
  }
  if (to < next.to) return text('notClosed')
  if (!next.isOver) return text('openUntil', { to })
  return to === next.to ? text('canClose') : text('notNext', { to: next.to })
}

type Figures = Pick<Settlement, 'corrections' | 'carriedNet' | 'differs'>

const signed = (points: number) => `${points > 0 ? '+' : ''}${formatPoints(points)}`

/** Corrections, carried cash and differences of a row, a sentence each. */
export const notesOf = ({ corrections, carriedNet, differs }: Figures): string[] => [
  ...corrections.map(({ drawId, day, win, net, reason }) =>
    text('correction', { draw: drawId, day, win: signed(win), net: signed(net), reason }),
  ),
  ...(carriedNet === 0 ? [] : [text('carriedCash', { amount: formatPoints(carriedNet) })]),
  ...(differs ? [text('differs', toPointTexts(differs))] : []),
]

/** Amounts as texts. */
export const toPointTexts = (amounts: Readonly<Record<string, number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, formatPoints(value)]))
