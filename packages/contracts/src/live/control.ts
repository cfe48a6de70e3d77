import { z } from 'zod'
import { approvalOf } from '../approval'
import { type AuditFormatter, asGame, asId, asNote, asPoints } from '../audit'
import { CallerQuery, endpoint, Id, responseOf } from '../define'
import type { ExamplesOf } from '../example'
import { amountMax, Points, toPoints, withTwoDecimals } from '../values/points'
import { freeText } from '../values/text'
import { LiveActor, LiveGame, LiveOffering, liveGameExample } from './live-game'

export const liveTexts = {
  gameRemoved: 'This game was removed.',
  balanceAdded: 'Balance added successfully!',
  balanceReset: 'Balance Reset successfully!',
  balanceInvalid: 'Please enter a valid balance greater than 0.',
  balanceTooLarge: 'At most 10,000,000,000.00 points at once.',
  balanceLimit: 'The balance of a game would become larger than can be booked.',
  resultAdded: 'Result added successfully!',
  resultInvalid: 'Please enter a valid result.',
  resultWithdrawn: 'Result withdrawn.',
  resultLocked: 'Betting is closed: the saved result stays.',
  drawLocked: 'Betting on this draw is closed: its result can no longer be chosen.',
  drawNotNext: 'Only the result of the open draw and of the next one can be chosen.',
  nothingSaved: 'No result is saved for this draw.',
  resultCorrected: 'Result corrected.',
  reasonNeeded: 'Please give a reason.',
  sameResult: 'This is already the result.',
  notDrawn: 'This draw has no result yet.',
  notSettled: 'The wins of this draw are still being paid.',
  bettingStopped: 'Betting stopped.',
  bettingResumed: 'Betting resumed.',
  stopNeedsTarget: 'Name a game, an admin or everything.',
} as const

/** Query of a call on one offering (admin × game). */
export const OfferingQuery = CallerQuery.extend({ adminId: Id, gameId: Id })

const BalanceToAdd = withTwoDecimals(
  z
    .number({ error: liveTexts.balanceInvalid })
    .min(1, liveTexts.balanceInvalid)
    .max(toPoints(amountMax), liveTexts.balanceTooLarge),
)

/** `remove` sets the balance to 0 and ignores `balance`. */
export const ChangeBalance = z.discriminatedUnion('type', [
  z.strictObject({ gameId: Id, adminId: Id, type: z.literal('add'), balance: BalanceToAdd }),
  z.strictObject({ gameId: Id, adminId: Id, type: z.literal('remove'), balance: Points.optional() }),
])
export type ChangeBalance = z.output<typeof ChangeBalance>

/** `transferId` is the id for `GET credit/outcome`. */
export const ChangedBalance = z.object({
  gameBalance: Points,
  before: Points,
  by: LiveActor,
  transferId: z.string().optional(),
})

export const reasonText = freeText(liveTexts.reasonNeeded).min(3, liveTexts.reasonNeeded).max(200)

/** Audit wording of a call that names an offering in its body. */
export const auditOffering =
  (subject: string, does: string): AuditFormatter =>
  ({ body }) => ({
    subject,
    does,
    accountId: asId(body.adminId),
    target: asGame(body.gameId),
    note: asNote(body.reason),
  })

export const controlApi = {
  loadGame: endpoint({
    id: 'live.game.read',
    domain: 'live',
    route: 'GET /live/loadgame',
    permission: 'live.control',
    summary: 'The open draw of a game of an admin',
    query: OfferingQuery,
    response: responseOf(LiveGame),
  }),
  timer: endpoint({
    id: 'live.timer.read',
    domain: 'live',
    route: 'GET /app/gettimer',
    permission: 'any',
    summary: 'Time left until the draw of a game, as mm:ss',
    query: CallerQuery.extend({ gameId: Id }),
    response: responseOf(z.string(), {
      time: z.string(),
      lockAt: z.iso.datetime(),
      drawAt: z.iso.datetime(),
      now: z.iso.datetime(),
      /** For callers below an admin: the open draw, and the SHA-256 of its seed. */
      drawId: z.string().optional(),
      commitment: z.string().optional(),
    }),
  }),
  games: endpoint({
    id: 'live.game.list',
    domain: 'live',
    route: 'GET /live/games',
    permission: 'live.control',
    summary: 'Games of each admin that the caller may control: the Live Result menu',
    response: responseOf(z.array(LiveOffering)),
  }),
  addBalance: endpoint({
    id: 'live.balance.update',
    domain: 'live',
    route: 'POST /live/addbalance',
    movesPoints: true,
    permission: 'live.control',
    stepUp: 'always',
    approval: approvalOf(({ adminId }: ChangeBalance) => ({ operation: 'credit.transfer', accountId: adminId })),
    audit: sent => ({
      ...(sent.body.type === 'remove'
        ? auditOffering('Game balance reset', 'reset the balance of {object}')(sent)
        : auditOffering('Game balance added', 'added {amount} to the balance of {object}')(sent)),
      amount: asPoints(sent.body.balance),
    }),
    summary: 'Add to the balance of a game, or bring it to 0',
    body: ChangeBalance,
    response: responseOf(ChangedBalance),
  }),
}

export const adminExample: LiveActor = { accountId: 'a1', username: 'admin1', role: 'admin' }

export const controlExamples = (): ExamplesOf<typeof controlApi> => {
  const { adminId, gameId, gameName, drawId, drawAt, lockAt, now, commitment } = liveGameExample
  return {
    fields: {
      adminId,
      gameId,
      gameName,
      username: adminExample.username,
      drawId,
      drawAt,
      lockAt,
      now,
      commitment,
      time: '00:30',
    },
    loadGame: { response: { data: liveGameExample } },
    timer: { response: { success: true, data: '00:30', time: '00:30', drawAt, lockAt, now, drawId, commitment } },
    addBalance: {
      body: { adminId, gameId, balance: 500, type: 'add' },
      response: { message: liveTexts.balanceAdded, data: { gameBalance: 1510, before: 1010, by: adminExample } },
    },
  }
}
