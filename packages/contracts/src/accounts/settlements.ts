import { z } from 'zod'
import { approvalOf } from '../approval'
import type { AuditFormatter } from '../audit'
import { CallerQuery, endpoint, Id, ListQuery, optionalFilter, PathId, responseOf } from '../define'
import { Role } from '../roles'
import { calendarDay } from '../values/days'
import { Points } from '../values/points'
import { ActedBy, passwordSchema } from './credit'
import { settlementPeriods } from './fields'
import { accountsPerRunMax, Run } from './runs'

export const settlementTexts = {
  password: 'Password is required for a payment.',
  notSunday: 'A period ends on a Sunday.',
  onlyAdmin: 'In this branch only the admin closes periods.',
  notOver: 'This period is not over yet. It can be closed five minutes after its last day.',
  closed: 'This period has been closed already.',
  notNext: 'Periods are closed in order. Please close the one until {to} first.',
  nothing: 'There is nothing to settle in this period.',
  tooMany: 'A period takes 10,000 accounts at most.',
  paid: 'Commission paid.',
  alreadyPaid: 'This settlement has been paid already.',
  nothingDue: 'There is nothing to pay.',
  childGone: 'The account has been deleted: its commission can only be paid in cash.',
  notParent: 'A settlement is paid by the account that closed it.',
  behind: 'The reports have not applied all bets of this period yet. Please try again in a minute.',
  commissionNote: 'Commission {days}',
  periodNote: 'Settlement {days}',
} as const

/** As points from the payer's wallet, or recorded as paid in cash. */
const PaidAs = z.enum(['points', 'cash'])
export type PaidAs = z.infer<typeof PaidAs>

/** Change by a correction, in this period, of a draw of an earlier one. The figures contain it. */
export const CorrectionLine = z.object({
  drawId: z.string(),
  gameId: z.string(),
  /** Day on which the correction was booked. */
  day: z.string(),
  reason: z.string(),
  win: Points,
  net: Points,
})

/**
 * Play of a child in a period, and the commission due for it. `end` is play − win, `commission` that of the account, `net`
 * is `end` minus the commissions of the account and of all levels below it: what the child owes its parent. `carried` and
 * `carriedNet` are the same of bets of earlier periods whose draws were settled after the close of their period.
 */
const settlementFigures = {
  userId: z.string(),
  username: z.string(),
  role: Role,
  play: Points,
  win: Points,
  end: Points,
  /** The percentage at the close; each bet counts at the percentage of its time. */
  commissionPercent: z.number(),
  commission: Points,
  carried: Points,
  /** `commission` + `carried`. */
  due: Points,
  net: Points,
  carriedNet: Points,
  corrections: z.array(CorrectionLine),
}
const Period = z.object({ from: z.string(), to: z.string() })
const SettlementPeriod = z.enum(settlementPeriods)

/** A row of a closed period. Its figures never change. A row without anything due is paid from the start. */
export const Settlement = z.object({
  _id: z.string(),
  period: Period,
  parentId: z.string(),
  ...settlementFigures,
  state: z.enum(['closed', 'paid']),
  closedAt: z.iso.datetime(),
  paidAs: PaidAs.optional(),
  paidBy: ActedBy.optional(),
  paidAt: z.iso.datetime().optional(),
  transferId: z.string().optional(),
  cashId: z.string().optional(),
  /** Figures of the same computation today; absent if they are equal. */
  differs: z.object({ play: Points, win: Points, commission: Points, net: Points }).optional(),
})
export type Settlement = z.infer<typeof Settlement>

/** The rows of a close now; nothing is stored. */
export const SettlementPreview = z.object({
  period: Period,
  rows: z.array(z.object(settlementFigures)),
  sums: z.object({
    play: Points,
    win: Points,
    end: Points,
    commission: Points,
    carried: Points,
    due: Points,
    net: Points,
  }),
})
export type SettlementPreview = z.infer<typeof SettlementPreview>

/** A closed period of a parent: number of the last event of play that it counts, hash of its rows, and signature of both. */
const ClosedPeriod = z.object({
  period: Period,
  closedAt: z.iso.datetime(),
  closedBy: ActedBy,
  position: z.number().int(),
  hash: z.string(),
  signature: z.string(),
  /** Result of the same computation today; `unavailable` while the reports cannot be reached. */
  comparison: z.enum(['same', 'different', 'unavailable']),
})

export const CloseInput = z.strictObject({
  /** The last day of a period that is over: a Sunday, or any day in a branch that settles daily. */
  to: calendarDay(),
  preview: z.boolean().optional(),
})
export type CloseInput = z.infer<typeof CloseInput>
export const PaymentInput = z.strictObject({ password: passwordSchema(settlementTexts.password), as: PaidAs })
export type PaymentInput = z.infer<typeof PaymentInput>
export const PayAllInput = z.strictObject({ period: calendarDay(), ...PaymentInput.shape })
export type PayAllInput = z.infer<typeof PayAllInput>

const auditPayment: AuditFormatter = ({ body }) => ({
  subject: 'Commission paid',
  does: body.as === 'cash' ? 'paid a commission in cash' : 'paid a commission in points',
})

/**
 * Beyond the specification. Each parent closes its periods in order, weeks from Monday to Sunday or days as its admin has
 * chosen (`settlementPeriod`): the figures of its direct children are frozen and signed, and what each child owes enters
 * its current account. Commissions are paid once per row. Where `settlementLevels` is `admin`, lower levels close nothing.
 */
export const settlementApi = {
  list: endpoint({
    id: 'accounts.settlement.list',
    domain: 'accounts',
    route: 'GET /settlements',
    permission: 'cash.record',
    summary: 'Settlements of a parent: `userId`, or the caller; `period` is the last day of a period',
    query: z.strictObject({
      ...CallerQuery.shape,
      page: ListQuery.shape.page,
      size: ListQuery.shape.size,
      userId: optionalFilter(Id),
      period: optionalFilter(calendarDay()),
      state: optionalFilter(z.enum(['closed', 'paid'])),
    }),
    response: responseOf(z.array(Settlement), {
      total: z.number().int(),
      /** The parent, the period that it closes next, and the closed one of `period` if it is known. */
      parent: z.object({ _id: z.string(), username: z.string(), role: Role }),
      settlementPeriod: SettlementPeriod,
      /** False for levels below the admin where only the admin closes periods. */
      closes: z.boolean(),
      next: Period.extend({ isOver: z.boolean() }),
      closed: ClosedPeriod.optional(),
      /** Sum of all unpaid rows that match. */
      unpaid: Points,
    }),
    errors: ['NOT_FOUND'],
  }),
  close: endpoint({
    id: 'accounts.settlement.close',
    domain: 'accounts',
    route: 'POST /settlements/close',
    permission: 'cash.record',
    stepUp: 'always',
    audit: ({ body }) =>
      body.preview
        ? { subject: 'Close of a period previewed', does: `previewed the close of the period until ${String(body.to)}` }
        : { subject: 'Period closed', does: `closed the period until ${String(body.to)}` },
    summary: `Close the period that ends on \`to\` for the accounts directly below, by a run for at most ${accountsPerRunMax}; with \`preview\`, only compute it`,
    body: CloseInput,
    response: responseOf(z.object({ preview: SettlementPreview.optional(), run: Run.optional() })),
    errors: ['CONFLICT', 'UNAVAILABLE', 'UNPROCESSABLE'],
  }),
  pay: endpoint({
    id: 'accounts.settlement.pay',
    domain: 'accounts',
    route: 'POST /settlements/:settlementId/pay',
    permission: 'cash.record',
    approval: approvalOf(() => ({ operation: 'commission.pay' })),
    audit: auditPayment,
    summary: 'Pay what is due, once; `points` moves points, `cash` records a payment',
    params: z.strictObject({ settlementId: PathId }),
    body: PaymentInput,
    response: responseOf(Settlement),
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  payAll: endpoint({
    id: 'accounts.settlement.payAll',
    domain: 'accounts',
    route: 'POST /settlements/pay-all',
    permission: 'cash.record',
    approval: approvalOf(() => ({ operation: 'commission.pay' })),
    audit: ({ body }) => ({
      subject: 'Commissions paid',
      does: `started to pay the period until ${String(body.period)}`,
    }),
    summary: 'Pay all unpaid rows of a closed period, by a run',
    body: PayAllInput,
    response: responseOf(Run),
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
}
