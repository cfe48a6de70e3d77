import { z } from 'zod'
import { auditAccount, auditAs } from '../audit'
import { endpoint, PathId, responseOf } from '../define'
import type { ExamplesOf } from '../example'
import { balanceMax, Points, toPoints, withTwoDecimals } from '../values/points'
import { ActedBy } from './credit'

export const limitTexts = {
  balance: 'Beyond the balance limit of the account.',
  balanceLeft: 'Beyond the balance limit of the account: it takes {points} points more.',
  give: 'Beyond what the account may give in a day.',
  giveLeft: 'Beyond what the account may give in a day: {points} points are left today.',
  transferOff: 'The account may not transfer points.',
  stake: 'The limit of stakes for today is reached.',
  loss: 'The limit of losses for today is reached.',
  paused: 'The player has paused play.',
  version: 'Send the ETag of the limits as If-Match.',
  stale: 'The limits have just changed. Please look at them again.',
} as const

const pauseDaysMax = 365
const pauseDaysText = `From 1 to ${pauseDaysMax} days`

const Max = withTwoDecimals(z.number().min(0).max(toPoints(balanceMax)))
const ownShape = { stakeDayMax: Max.nullable().optional(), lossDayMax: Max.nullable().optional() }
const OwnLimitsInput = z.strictObject(ownShape)
export type OwnLimitsInput = z.infer<typeof OwnLimitsInput>

/** Fields left out stay; null removes a limit. */
export const LimitsInput = z.strictObject({
  balanceMax: Max.nullable().optional(),
  giveDayMax: Max.nullable().optional(),
  mayTransfer: z.boolean().nullable().optional(),
  ...ownShape,
})
export type LimitsInput = z.infer<typeof LimitsInput>
export const limitNames = ['balanceMax', 'giveDayMax', 'mayTransfer', 'stakeDayMax', 'lossDayMax'] as const
export type LimitName = (typeof limitNames)[number]

const Limit = Points.nullable()
/** A player's own limit; a higher one counts from `next.from` on. */
export const OwnLimit = z.object({ max: Limit, next: z.object({ max: Limit, from: z.iso.datetime() }).nullable() })

/**
 * Limits of an account; null for none. Days are business days.
 *
 * - `balanceMax`: the most that a transfer may leave in the wallet. Wins and returns of deleted accounts may exceed it.
 * - `giveDayMax`: the most that may leave the wallet downwards in a day, by any actor.
 * - `mayTransfer`: false if the account gives and takes nothing, and nothing leaves its wallet downwards.
 * - `stakeDayMax`, `lossDayMax`: of a player, or of all players below together. All of them apply: those of the
 *   player, of all superiors, and the player's own.
 *
 * The loss of a day is its stakes − its wins: a stake counts when it is booked, so that open stakes are losses; a win
 * counts when its draw is settled, a correction when it is booked. A bet and its win count for the accounts that are
 * above the player at the bet; when an account gets its limit, the day so far is that of the players below it then.
 */
export const LimitsView = z.object({
  limits: z.object({
    balanceMax: Limit,
    giveDayMax: Limit,
    mayTransfer: z.boolean(),
    stakeDayMax: Limit,
    lossDayMax: Limit,
  }),
  /** Actor and time of the last change. */
  setBy: ActedBy.nullable(),
  setAt: z.iso.datetime().nullable(),
  /** The player's own limits; a pause cannot be ended early. */
  own: z.object({ stakeDayMax: OwnLimit, lossDayMax: OwnLimit, pausedUntil: z.iso.datetime().nullable() }),
  /** Today's usage. `stakes` and `loss` are null for an account with players below and without such a limit. */
  usage: z.object({ day: z.string(), balance: Points, gifts: Points, stakes: Limit, loss: Limit }),
})
export type LimitsView = z.infer<typeof LimitsView>

const params = z.strictObject({ userId: PathId })

export const limitApi = {
  changeOwn: endpoint({
    id: 'accounts.limit.changeOwn',
    domain: 'accounts',
    route: 'PUT /limits/own',
    permission: 'bets.place',
    audit: auditAs('Own limits changed', 'changed the own limits'),
    summary: "Change the player's own limits: a lower one counts at once, a higher one or none after 24 hours",
    body: OwnLimitsInput,
    response: responseOf(LimitsView),
  }),
  pause: endpoint({
    id: 'accounts.limit.pause',
    domain: 'accounts',
    route: 'POST /limits/own/pause',
    permission: 'bets.place',
    audit: auditAs('Play paused', 'paused play'),
    summary: 'Take no bets of the player for some times 24 hours; nobody can undo it',
    body: z.strictObject({
      days: z.number().int(pauseDaysText).min(1, pauseDaysText).max(pauseDaysMax, pauseDaysText),
    }),
    response: responseOf(LimitsView),
  }),
  read: endpoint({
    id: 'accounts.limit.read',
    domain: 'accounts',
    route: 'GET /limits/:userId',
    permission: 'any',
    errors: ['NOT_FOUND'],
    summary: "Limits of one's own account or one below, who set them, and how much of them today has used",
    params,
    response: responseOf(LimitsView),
  }),
  change: endpoint({
    id: 'accounts.limit.change',
    domain: 'accounts',
    route: 'PUT /limits/:userId',
    permission: 'player.manage',
    audit: auditAccount('Limits changed', 'userId', 'changed the limits of {object}'),
    summary: 'Change limits of an account below; needs `If-Match`',
    errors: ['NOT_FOUND', 'CONFLICT'],
    params,
    body: LimitsInput,
    response: responseOf(LimitsView),
  }),
}

export const limitsExample: LimitsView = {
  limits: { balanceMax: null, giveDayMax: 5000, mayTransfer: true, stakeDayMax: 2000, lossDayMax: 500 },
  setBy: { accountId: 'id-admin', username: 'admin1', role: 'admin' },
  setAt: '2026-01-05T10:00:00.000Z',
  own: {
    stakeDayMax: { max: null, next: null },
    lossDayMax: { max: 100, next: { max: 200, from: '2026-01-06T10:00:00.000Z' } },
    pausedUntil: null,
  },
  usage: { day: '2026-01-05', balance: 990, gifts: 0, stakes: 150, loss: 60 },
}

export const limitExamples = (): ExamplesOf<typeof limitApi> => ({
  fields: { userId: 'id-player', data: limitsExample },
  changeOwn: { body: { lossDayMax: 100 } },
  pause: { body: { days: 7 } },
  change: { body: { stakeDayMax: 2000, lossDayMax: 500, balanceMax: null } },
})
