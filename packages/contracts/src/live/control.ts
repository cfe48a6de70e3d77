import { z } from 'zod'
import { CallerQuery, Id } from '../define'
import { maxAmount, Points, toPoints, withTwoDecimals } from '../values/points'
import { Booster } from './fairness/record-values'
import { BettingStops, LiveActor, PendingResult } from './live-game'

export const liveTexts = {
  gameRemoved: 'This game was removed.',
  balanceAdded: 'Balance added successfully!',
  balanceReset: 'Balance Reset successfully!',
  balanceInvalid: 'Please enter a valid balance greater than 0.',
  balanceTooLarge: 'At most 10,000,000,000.00 points at once.',
  resultAdded: 'Result added successfully!',
  resultInvalid: 'Please enter a valid result.',
  resultCorrected: 'Result corrected.',
  reasonNeeded: 'Please give a reason.',
  sameResult: 'This is the result already.',
  notDrawn: 'This draw has no result yet.',
  notSettled: 'The wins of this draw are still being paid.',
  bettingStopped: 'Betting stopped.',
  bettingResumed: 'Betting resumed.',
  stopNeedsTarget: 'Name a game or an admin.',
} as const

/** Share of a call that names a game below an admin. */
export const GameAtAdmin = CallerQuery.extend({ adminId: Id, gameId: Id })

const AddedBalance = withTwoDecimals(
  z
    .number({ error: liveTexts.balanceInvalid })
    .min(1, liveTexts.balanceInvalid)
    .max(toPoints(maxAmount), liveTexts.balanceTooLarge),
)

/** `remove` brings the balance to 0, whatever is in it; `balance` is not looked at then. */
export const ChangeBalance = z.discriminatedUnion('type', [
  z.strictObject({ gameId: Id, adminId: Id, type: z.literal('add'), balance: AddedBalance }),
  z.strictObject({ gameId: Id, adminId: Id, type: z.literal('remove'), balance: Points.optional() }),
])
export type ChangeBalance = z.output<typeof ChangeBalance>

export const ChangedBalance = z.object({ gameBalance: Points, before: Points, by: LiveActor })

/** A result, or a part of it, as the game names its options; a number stands for its text. */
const Text = z
  .union([z.string().regex(/^[A-Za-z0-9-]{1,50}$/, 'Not an option'), z.number().int().min(0).max(999_999)])
  .transform(String)
/** `boosterValue` comes from a select, as a number or as text. */
const BoosterValue = z
  .union([z.literal('1'), z.literal('2'), Booster])
  .transform(value => (Number(value) === 2 ? (2 as const) : (1 as const)))

const choice = { result: Text, boosterValue: BoosterValue, color: Text.optional(), type: Text.optional() }

/** What is to be drawn: `result`, and with it `color` and `type` where the game has them. */
export const AddResult = z.strictObject({ gameId: Id, adminId: Id, ...choice })
export type AddResult = z.output<typeof AddResult>

export const AddedResult = z.object({
  pending: PendingResult,
  /** False when the open draw was locked already and the result waits for the next one. */
  isForOpenDraw: z.boolean(),
  /** The pending result of the same draw that was replaced. */
  replaced: PendingResult.nullable(),
})

const reasonText = z.string({ error: liveTexts.reasonNeeded }).trim().min(3, liveTexts.reasonNeeded).max(200)

export const CorrectResult = z.strictObject({ drawId: Id, ...choice, reason: reasonText })
export type CorrectResult = z.output<typeof CorrectResult>

export const CorrectionQuery = CallerQuery.extend({ drawId: Id, ...choice })

/** What a correction does to the wins of a player, in points. */
export const CorrectionRow = z.object({
  playerId: z.string(),
  username: z.string(),
  before: Points,
  after: Points,
  difference: Points,
})

/** What a correction would do, before it is saved. */
export const CorrectionPreview = z.object({
  drawId: z.string(),
  from: z.string(),
  to: z.string(),
  before: Points,
  after: Points,
  /** Of the game, as it is and as it would be. */
  gameBalance: Points,
  gameBalanceAfter: Points,
  playerCount: z.number().int(),
  /** Players whose wins change, the largest changes first, at most 200. */
  players: z.array(CorrectionRow),
})
export type CorrectionPreview = z.infer<typeof CorrectionPreview>

/** A betting stop: of one game of an admin, of all games of an admin, or of one game below all admins. */
export const SetStop = z
  .strictObject({ adminId: Id.optional(), gameId: Id.optional(), stopped: z.boolean(), reason: reasonText.optional() })
  .refine(({ adminId, gameId }) => adminId !== undefined || gameId !== undefined, liveTexts.stopNeedsTarget)
  .meta({ anyOf: [{ required: ['adminId'] }, { required: ['gameId'] }] })
export type SetStop = z.output<typeof SetStop>

export const Stop = z.object({
  adminId: z.string().nullable(),
  gameId: z.string().nullable(),
  by: LiveActor,
  at: z.iso.datetime(),
  reason: z.string().nullable(),
})
export type Stop = z.infer<typeof Stop>

/** A betting stop that is over: another one took its place, or betting was allowed again. */
export const EndedStop = Stop.extend({ endedAt: z.iso.datetime(), endedBy: LiveActor })
export type EndedStop = z.infer<typeof EndedStop>

/** How much of the limits of the open draw is used, in points. */
export const LimitUse = z.object({
  stops: BettingStops,
  liability: z.object({ highest: Points, most: Points }),
  /** The bets with the largest stakes, the largest first, at most 20. */
  legs: z.array(z.object({ type: z.string(), drawno: z.string(), stake: Points, most: Points })),
})
