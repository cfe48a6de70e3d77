import {
  type Settlement,
  type SettlementPeriod,
  type settlementApi,
  settlementTexts,
} from '@cascade/contracts/accounts'
import { formatActor, formatDate, formatPoints } from '@cascade/ui-kit'
import type { PageOf } from '@cascade/web-kit'
import { settlementPageTexts } from './texts'

const dayMs = 86_400_000
const { text } = settlementPageTexts

const addDays = (day: string, count: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10)

/** The last day of the period that contains a day; undefined if it is none. */
export function toPeriodEnd(day: string, length: SettlementPeriod): string | undefined {
  const at = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(at.getTime())) return undefined
  return length === 'day' ? day : addDays(day, (7 - at.getUTCDay()) % 7)
}

type Page = PageOf<typeof settlementApi.list>
type Week = Pick<Page, 'next' | 'closed' | 'closes'>

/** First day of the period that ends on `to`. */
export function startOf(to: string, { closed, next, settlementPeriod }: Omit<Page, 'data' | 'total'>): string {
  if (closed) return closed.period.from
  if (to === next.to) return next.from
  return settlementPeriod === 'day' ? to : addDays(to, -6)
}

/** A period in words: its days, or its only day. */
export const daysOf = ({ from, to }: { from: string; to: string }) => (from === to ? to : `${from} – ${to}`)

/** The newest period that is closed or can be closed. */
export const newestPeriod = ({ next }: Pick<Week, 'next'>) => (next.isOver ? next.to : addDays(next.from, -1))

/** State of the period that ends on `to`, in words. */
export function describePeriod(to: string, { next, closed, closes }: Week): string {
  if (closed) {
    const comparison = text(`comparison_${closed.comparison}`)
    return text('closedBy', { day: formatDate(closed.closedAt), by: formatActor(closed.closedBy), comparison })
  }
  if (!closes) return settlementTexts.onlyAdmin
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
