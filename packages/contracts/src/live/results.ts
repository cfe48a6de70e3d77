import { z } from 'zod'
import { approvalOf } from '../approval'
import { asId, asNote } from '../audit'
import { CallerQuery, endpoint, Id, responseOf } from '../define'
import type { ExamplesOf } from '../example'
import { Points } from '../values/points'
import { adminExample, auditOffering, liveTexts, reasonText } from './control'
import { correctedDrawExample, DrawRow } from './draws'
import { Booster } from './fairness/record-values'
import { liveGameExample, PendingResult } from './live-game'

/** A result, or a part of it; a number is accepted in place of its text. */
export const OptionText = z
  .union([z.string().regex(/^[A-Za-z0-9-]{1,50}$/, 'Not an option'), z.number().int().min(0).max(999_999)])
  .transform(String)
/** `boosterValue` comes from a select field, as a number or a string. */
export const BoosterValue = z
  .union([z.literal('1'), z.literal('2'), Booster])
  .transform(value => (Number(value) === 2 ? (2 as const) : (1 as const)))

const resultChoice = {
  result: OptionText,
  boosterValue: BoosterValue,
  color: OptionText.optional(),
  type: OptionText.optional(),
}

/**
 * The result to draw: `result`, plus `color` and `type` for games that have them. With `drawId` it is saved for exactly
 * that draw, the open or the next one, or rejected (`CONFLICT`), also once betting on that draw is closed.
 */
export const AddResult = z.strictObject({ gameId: Id, adminId: Id, drawId: Id.optional(), ...resultChoice })
export type AddResult = z.output<typeof AddResult>

export const AddedResult = z.object({
  pending: PendingResult,
  /** False if the open draw was already locked and the result applies to the next one. */
  isForOpenDraw: z.boolean(),
  /** The replaced pending result of the same draw. */
  replaced: PendingResult.nullable(),
})

/** `drawId` is the draw of the saved result, so that a result the caller has not seen is not withdrawn. */
export const WithdrawResult = z.strictObject({ gameId: Id, adminId: Id, drawId: Id })
export type WithdrawResult = z.output<typeof WithdrawResult>

export const CorrectResult = z.strictObject({ drawId: Id, ...resultChoice, reason: reasonText })
export type CorrectResult = z.output<typeof CorrectResult>

export const CorrectionQuery = CallerQuery.extend({ drawId: Id, ...resultChoice })

/** Effect of a correction on the wins of one player, in points. */
export const CorrectionRow = z.object({
  playerId: z.string(),
  username: z.string(),
  before: Points,
  after: Points,
  difference: Points,
  /** For a deleted player: the account that is paid because it received the balance. */
  heir: z.object({ accountId: z.string(), username: z.string() }).optional(),
})

/** Preview of a correction. */
export const CorrectionPreview = z.object({
  drawId: z.string(),
  from: z.string(),
  to: z.string(),
  before: Points,
  after: Points,
  /** Balance of the game before and after. */
  gameBalance: Points,
  gameBalanceAfter: Points,
  playerCount: z.number().int(),
  /** Players whose wins change, largest changes first, at most 200. */
  players: z.array(CorrectionRow),
})
export type CorrectionPreview = z.infer<typeof CorrectionPreview>

export const resultsApi = {
  addResult: endpoint({
    id: 'live.result.save',
    domain: 'live',
    route: 'POST /live/addresult',
    permission: 'live.control',
    stepUp: 'strict',
    approval: approvalOf(({ adminId, drawId = '' }: AddResult) => ({
      operation: 'live.result',
      accountId: adminId,
      drawId,
    })),
    audit: auditOffering('Result chosen', 'chose the next result of {object}'),
    summary: 'Choose the result of `drawId`, by default of the open draw, or of the next one when it is locked',
    body: AddResult,
    response: responseOf(AddedResult),
  }),
  withdrawResult: endpoint({
    id: 'live.result.withdraw',
    domain: 'live',
    route: 'POST /live/withdrawresult',
    permission: 'live.control',
    stepUp: 'strict',
    audit: auditOffering('Result withdrawn', 'withdrew the saved result of {object}'),
    summary: 'Withdraw a saved result while betting on its draw is open',
    body: WithdrawResult,
    response: responseOf(z.object({ withdrawn: PendingResult })),
  }),
  correctResult: endpoint({
    id: 'live.result.correct',
    domain: 'live',
    route: 'POST /live/correctresult',
    permission: 'live.control',
    stepUp: 'always',
    // The id of a draw begins with that of its admin.
    approval: approvalOf(({ drawId }: CorrectResult) => ({
      operation: 'live.correct',
      accountId: drawId.split('_')[0],
      drawId,
    })),
    audit: ({ body }) => {
      const id = asId(body.drawId)
      return {
        subject: 'Result corrected',
        does: 'corrected the result of {object}',
        target: id === undefined ? undefined : { kind: 'draw', id },
        note: asNote(body.reason),
      }
    },
    summary: 'Replace the result of a finished draw and pay the differences',
    body: CorrectResult,
    response: responseOf(DrawRow),
  }),
  correction: endpoint({
    id: 'live.correction.read',
    domain: 'live',
    route: 'GET /live/correction',
    permission: 'live.control',
    summary: 'Preview of the effect of a correction on each player',
    query: CorrectionQuery,
    response: responseOf(CorrectionPreview),
  }),
}

export const resultExamples = (): ExamplesOf<typeof resultsApi> => {
  const { adminId, gameId, drawId, now } = liveGameExample
  const pending: PendingResult = { drawId, result: '7', picks: { result: '7' }, booster: 1, by: adminExample, at: now }
  return {
    fields: {},
    addResult: {
      body: { adminId, gameId, drawId, result: '7', boosterValue: 1 },
      response: { message: liveTexts.resultAdded, data: { pending, isForOpenDraw: true, replaced: null } },
    },
    withdrawResult: {
      body: { adminId, gameId, drawId },
      response: { message: liveTexts.resultWithdrawn, data: { withdrawn: pending } },
    },
    correctResult: {
      body: { drawId, result: '3', boosterValue: 1, reason: 'The wheel was read wrongly' },
      response: { message: liveTexts.resultCorrected, data: correctedDrawExample },
    },
    correction: {
      query: { drawId, result: '3', boosterValue: '1' },
      response: {
        data: {
          drawId,
          from: '7',
          to: '3',
          before: 90,
          after: 0,
          gameBalance: 920,
          gameBalanceAfter: 1010,
          playerCount: 1,
          players: [{ playerId: 'p1', username: 'player1', before: 90, after: 0, difference: -90 }],
        },
      },
    },
  }
}
