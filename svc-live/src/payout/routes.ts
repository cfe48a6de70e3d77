import { toPoints } from '@cascade/contracts'
import { betTexts, liveApi, liveInternal, type TakeWins } from '@cascade/contracts/live'
import {
  AppError,
  bookingIdOf,
  type Call,
  isCommitUnknown,
  notFound,
  outcomeUnknown,
  type Routes,
  requirePermission,
} from '@cascade/service-kit'
import type { BaseDeps } from '../base-deps'
import type { LiveDeps } from '../deps'
import { type PostingOutcome, toAppError } from '../ledger/client'
import { addBalance } from './balance'
import { beginPayments } from './begin-payments'
import { correctResult } from './correct-result'
import { previewCorrection } from './correction-preview'
import { readOpenPlay } from './open-play'
import type { PaymentRow } from './payment-store'
import { postPayments } from './payments'

export const payoutRoutes: Routes<LiveDeps> = ({ serve, serveInternal }, deps) => {
  serve(liveApi.take, ({ ctx, body }) => claimWins(deps, { ctx, input: body }))
  serve(liveApi.addBalance, ({ ctx, body }) => addBalance(deps, { ctx, input: body }))
  serve(liveApi.correctResult, ({ ctx, body }) => correctResult(deps, { ctx, input: body }))
  serve(liveApi.correction, ({ ctx, query }) => previewCorrection(deps, { ctx, input: query }))
  serveInternal(liveInternal.openPlay, ({ body }) => readOpenPlay(deps, body))
}

const timeoutMs = 5_000
/** Per call; the response says what remains. */
const winsMax = 1_000

/**
 * Moves wins to the wallet of the signed-in player, all or those of some tickets. A repeated key asks for the payments
 * it began, and no others.
 */
export async function claimWins(deps: BaseDeps, { ctx, input }: Call<TakeWins>) {
  requirePermission(ctx, 'bets.place')
  const { actor, idempotencyKey, requestId } = ctx
  const playerId = actor.accountId
  await requireOwn(deps, playerId, input.ticketIds)
  const takeId = idempotencyKey ? bookingIdOf(playerId, idempotencyKey) : deps.newId()
  const transferId = takeId
  const before = idempotencyKey ? await deps.payments.findByCall(takeId) : []
  const by = { id: playerId, username: actor.username, role: actor.role }
  const claimInput = { playerId, by, takeId, requestId, isAutomatic: false, ticketIds: input.ticketIds, limit: winsMax }
  if (before.length > 0) ctx.setHeader('idempotent-replayed', 'true')
  const begin = () =>
    beginPayments(deps, claimInput).catch((error: unknown) => {
      throw isCommitUnknown(error) ? outcomeUnknown({ transferId, reason: 'DATABASE_AWAY', cause: error }) : error
    })
  const payments = before.length > 0 ? before : await begin()
  try {
    const results = await postPayments(deps, payments, AbortSignal.timeout(timeoutMs))
    if (!results) throw outcomeUnknown({ transferId, reason: 'TIMED_OUT' })
    const sums = sumResults(payments, results, transferId)
    return { data: { ...sums, left: await sumRemaining(deps, playerId, payments) } }
  } catch (error) {
    // The claims exist and will be finished whatever fails here.
    throw error instanceof AppError ? error : outcomeUnknown({ transferId, cause: error })
  }
}

/** @throws AppError NOT_FOUND for a ticket that does not exist or belongs to another player */
async function requireOwn({ tickets }: BaseDeps, playerId: string, ids: readonly string[] | undefined) {
  if (!ids) return
  const found = await tickets.findByIds([...new Set(ids)])
  if (found.length !== new Set(ids).size || found.some(ticket => ticket.playerId !== playerId)) throw notFound()
}

/** @throws AppError the ledger's rejection, when nothing was booked */
function sumResults(payments: readonly PaymentRow[], results: readonly PostingOutcome[], transferId: string) {
  const booked = payments.flatMap((payment, index) => {
    const result = results[index]
    return result?.outcome === 'booked' ? [{ payment, result }] : []
  })
  const rejected = results.find(({ outcome }) => outcome === 'refused')
  const isParked = results.some(({ outcome }) => outcome === 'parked')
  if (booked.length === 0 && isParked) throw outcomeUnknown({ transferId })
  if (booked.length === 0 && rejected?.outcome === 'refused') throw toAppError(rejected, betTexts.takeLimit)
  const claims = booked.filter(({ payment }) => payment.request.kind === 'claim')
  const recoveries = booked.filter(({ payment }) => payment.request.kind === 'recover')
  const sum = (parts: typeof booked) => parts.reduce((total, { result }) => total + BigInt(result.amount), 0n)
  const [newest] = booked.map(({ result }) => result).sort((a, b) => b.seq - a.seq)
  const balance = newest?.playerBalance
  return {
    claimed: toPoints(sum(claims)),
    recovered: toPoints(sum(recoveries)),
    tickets: claims.reduce((total, { result }) => total + (result.tickets ?? 0), 0),
    ...(balance !== undefined && { balance: toPoints(BigInt(balance)) }),
    ...(payments.length > 0 && { transferId }),
  }
}

async function sumRemaining(
  { payables }: BaseDeps,
  playerId: string,
  payments: readonly PaymentRow[],
): Promise<number> {
  const takenIds = payments.flatMap(({ ticketIds }) => ticketIds)
  return toPoints(await payables.sumUnclaimed(playerId, takenIds))
}
