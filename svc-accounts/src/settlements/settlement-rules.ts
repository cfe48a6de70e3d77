import { formatPoints, type Role, toPoints } from '@cascade/contracts'
import { type ActedBy, type PaidAs, settlementTexts } from '@cascade/contracts/accounts'
import type { PeriodRow } from '@cascade/contracts/reports'
import { addDays, businessDay, conflict, invalid, transferIdOf } from '@cascade/service-kit'

export type Period = { from: string; to: string }

/** A closed week of a parent; `position` is the number of the last event of play that it counts. */
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

/** Amounts in hundredths. `carried` and `carriedNet` are those of bets of earlier weeks. */
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

const weekEndingOn = (to: string): Period => ({ from: addDays(to, -6), to })
const isSunday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() === 0
/** An event that is stamped before midnight is committed by then. */
const graceMs = 5 * 60_000

/** The last week that is over. */
function lastWeek(now: Date, zone: string): Period {
  const yesterday = addDays(businessDay(new Date(now.getTime() - graceMs), zone), -1)
  const weekday = new Date(`${yesterday}T00:00:00Z`).getUTCDay()
  return weekEndingOn(addDays(yesterday, -weekday))
}

type Clock = { now: Date; zone: string }

/** The week that a parent closes next: after the last closed one, or the last that is over. */
export function nextPeriod(last: Period | undefined, { now, zone }: Clock): Period & { isOver: boolean } {
  const over = lastWeek(now, zone)
  const next = last ? weekEndingOn(addDays(last.to, 7)) : over
  return { ...next, isOver: next.to <= over.to }
}

/**
 * The week that ends on `to`. The first close may be of any past week; from then on weeks are closed in order.
 * @throws AppError VALIDATION for a day that ends no week, CONFLICT for a week that cannot be closed now
 */
export function requireClosable(to: string, last: Period | undefined, clock: Clock): Period {
  if (!isSunday(to)) throw invalid(settlementTexts.notSunday, 'to')
  if (to > lastWeek(clock.now, clock.zone).to) throw conflict(settlementTexts.notOver)
  if (last && to <= last.to) throw conflict(settlementTexts.closed)
  const next = nextPeriod(last, clock)
  if (last && to !== next.to) throw conflict(settlementTexts.notNext.replace('{to}', next.to))
  return weekEndingOn(to)
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

export const noteOf = (text: 'commissionNote' | 'weekNote', { from, to }: Period) =>
  settlementTexts[text].replace('{from}', from).replace('{to}', to)

export const describeDue = (settlement: NewSettlement) =>
  `${formatPoints(toPoints(dueOf(settlement)))} ${settlement.username}`
