import { dayIn, formatPoints, type Role, toPoints } from '@cascade/contracts'
import { type ActedBy, type PaidAs, type SettlementPeriod, settlementTexts } from '@cascade/contracts/accounts'
import type { PeriodRow } from '@cascade/contracts/reports'
import { addDays, businessDay, conflict, invalid, transferIdOf } from '@cascade/service-kit'

export type Period = { from: string; to: string }

/** A closed period of a parent; `position` is the number of the last event of play that it counts. */
export type ClosedPeriod = Period & {
  _id: string
  parentId: string
  position: number
  hash: string
  signature: string
  closedAt: Date
  closedBy: ActedBy
}

type Correction = { drawId: string; gameId: string; day: string; reason: string; win: bigint }

/** Amounts in hundredths. `carried` and `carriedNet` are those of bets of earlier periods. */
export type NewSettlement = Period & {
  _id: string
  parentId: string
  userId: string
  username: string
  role: Role
  commissionBp: number
  play: bigint
  win: bigint
  commission: bigint
  net: bigint
  carried: bigint
  carriedNet: bigint
  corrections: Correction[]
}

export type Settlement = NewSettlement & {
  state: 'closed' | 'paid'
  closedAt: Date
  paidAs?: PaidAs
  paidBy?: ActedBy
  paidAt?: Date
  transferId?: string
  cashId?: string
}

export const periodIdOf = (parentId: string, to: string) => `${parentId}|${to}`
const settlementIdOf = (parentId: string, userId: string, to: string) =>
  transferIdOf(parentId, `settle:${userId}:${to}`)

export const dueOf = ({ commission, carried }: Pick<NewSettlement, 'commission' | 'carried'>) => commission + carried

const toSunday = (day: string) => addDays(day, (7 - weekdayOf(day)) % 7)
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()
const dayMs = 86_400_000
/** An event that is stamped before midnight is committed by then. */
const graceMs = 5 * 60_000

/** Time, business zone, and length of the periods of the branch. */
type Clock = { now: Date; zone: string; length: SettlementPeriod }

const periodEndingOn = (to: string, length: SettlementPeriod): Period => ({
  from: length === 'day' ? to : addDays(to, -6),
  to,
})

/** The last period that is over. */
function lastOver({ now, zone, length }: Clock): Period {
  const yesterday = addDays(businessDay(new Date(now.getTime() - graceMs), zone), -1)
  return periodEndingOn(length === 'day' ? yesterday : addDays(yesterday, -weekdayOf(yesterday)), length)
}

/**
 * The period that a parent closes next: after the last closed one, or the last that is over. After a change from days to
 * weeks, the first week has only the days that are left of it.
 */
export function nextPeriod(last: Period | undefined, clock: Clock): Period & { isOver: boolean } {
  const over = lastOver(clock)
  if (!last) return { ...over, isOver: true }
  const from = addDays(last.to, 1)
  const to = clock.length === 'day' ? from : toSunday(from)
  return { from, to, isOver: to <= over.to }
}

/**
 * Periods that are over and not closed, from the first with play on.
 * @param playSince first day with play below the parent
 */
export function openPeriods(last: Period | undefined, playSince: string, clock: Clock) {
  const over = lastOver(clock)
  if (playSince > over.to) return undefined
  const from = last ? addDays(last.to, 1) : playSince
  const [first, days] = clock.length === 'day' ? [from, 1] : [toSunday(from), 7]
  if (first > over.to) return undefined
  const count = (Date.parse(over.to) - Date.parse(first)) / (days * dayMs) + 1
  return { first, count, since: startOfDay(addDays(first, 1), clock.zone) }
}

/** The first moment of a business day, to the minute. */
function startOfDay(day: string, zone: string): Date {
  const noon = Date.parse(`${day}T12:00:00Z`)
  const minuteMs = 60_000
  // Midnight is between 14 hours before that of UTC and 12 hours after it.
  let [before, at] = [-27 * 60, 60]
  while (at - before > 1) {
    const middle = Math.floor((before + at) / 2)
    if (dayIn(zone, noon + middle * minuteMs) < day) before = middle
    else at = middle
  }
  return new Date(noon + at * minuteMs)
}

/**
 * The period that ends on `to`. The first close may be of any past one; from then on periods are closed in order.
 * @throws AppError VALIDATION for a day that ends no period, CONFLICT for a period that cannot be closed now
 */
export function requireClosable(to: string, last: Period | undefined, clock: Clock): Period {
  if (clock.length === 'week' && weekdayOf(to) !== 0) throw invalid(settlementTexts.notSunday, 'to')
  if (to > lastOver(clock).to) throw conflict(settlementTexts.notOver)
  if (!last) return periodEndingOn(to, clock.length)
  if (to <= last.to) throw conflict(settlementTexts.closed)
  const { from, to: end } = nextPeriod(last, clock)
  if (to !== end) throw conflict(settlementTexts.notNext.replace('{to}', end))
  return { from, to }
}

type Child = { _id: string; username: string; role: Role; commissionBp: number }

export const toSettlement = (period: Period & { parentId: string }, child: Child, row: PeriodRow): NewSettlement => ({
  _id: settlementIdOf(period.parentId, child._id, period.to),
  ...period,
  ...{ userId: child._id, username: child.username, role: child.role, commissionBp: child.commissionBp },
  ...toHundredths(row),
  corrections: row.corrections.map(({ win, ...line }) => ({ ...line, win: BigInt(win) })),
})

export const toHundredths = ({ play, win, commission, net, late }: PeriodRow) => ({
  ...{ play: BigInt(play), win: BigInt(win), commission: BigInt(commission), net: BigInt(net) },
  ...{ carried: BigInt(late.commission), carriedNet: BigInt(late.net) },
})

const figureNames = ['play', 'win', 'commission', 'net', 'carried', 'carriedNet'] as const

/** True if a computation gives the same figures; a missing row has none. */
export const isAsClosed = (closed: NewSettlement, row: PeriodRow | undefined): boolean => {
  const now = row && toHundredths(row)
  return figureNames.every(name => closed[name] === (now?.[name] ?? 0n))
}

/** @throws AppError CONFLICT unless something is due */
export function requireUnpaid(settlement: Settlement): bigint {
  const due = dueOf(settlement)
  if (due === 0n) throw conflict(settlementTexts.nothingDue)
  if (settlement.state === 'paid') throw conflict(settlementTexts.alreadyPaid)
  return due
}

export const noteOf = (text: 'commissionNote' | 'periodNote', { from, to }: Period) =>
  settlementTexts[text].replace('{days}', from === to ? to : `${from} to ${to}`)

export const describeDue = (settlement: NewSettlement) =>
  `${formatPoints(toPoints(dueOf(settlement)))} ${settlement.username}`
