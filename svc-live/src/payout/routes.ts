import { toPoints } from '@cascade/contracts'
import { betTexts, liveApi, liveInternal, type TakeWins } from '@cascade/contracts/live'
import {
  AppError,
  type Ask,
  bookingIdOf,
  isCommitUnknown,
  notFound,
  outcomeUnknown,
  type Routes,
  requirePermission,
} from '@cascade/service-kit'
import type { BaseDeps, LiveDeps } from '../deps'
import { type PostingOutcome, refusalOf } from '../ledger/client'
import { addBalance } from './balance'
import { correctResult } from './correct-result'
import { previewCorrection } from './correction-preview'
import { readOpenPlay } from './open-play'
import type { PaymentRow } from './payment-store'
import { beginPayments, postPayments } from './payments'

export const payoutRoutes: Routes<LiveDeps> = ({ serve, serveInternal }, deps) => {
  serve(liveApi.take, ({ ctx, body }) => takeWins(deps, { ctx, input: body }))
  serve(liveApi.addBalance, ({ ctx, body }) => addBalance(deps, { ctx, input: body }))
  serve(liveApi.correctResult, ({ ctx, body }) => correctResult(deps, { ctx, input: body }))
  serve(liveApi.correction, ({ ctx, query }) => previewCorrection(deps, { ctx, input: query }))
  serveInternal(liveInternal.openPlay, ({ body }) => readOpenPlay(deps, body))
}

const patienceMs = 5_000
/** Wins of one call at most; the answer says what is left. */
const mostWins = 1_000

/**
 * Takes wins to the wallet of the signed-in player: all of them, or those of some tickets. A repeated call asks for the
 * claims that its key has begun, and for no others.
 */
export async function takeWins(deps: BaseDeps, { ctx, input }: Ask<TakeWins>) {
  requirePermission(ctx, 'bets.place')
  const { actor, idempotencyKey, requestId } = ctx
  const playerId = actor.accountId
  await requireOwn(deps, playerId, input.ticketIds)
  const takeId = idempotencyKey ? bookingIdOf(playerId, idempotencyKey) : deps.newId()
  const transferId = takeId
  const before = idempotencyKey ? await deps.payments.ofTake(takeId) : []
  const by = { id: playerId, username: actor.username, role: actor.role }
  const taking = { playerId, by, takeId, requestId, isAutomatic: false, ticketIds: input.ticketIds, limit: mostWins }
  if (before.length > 0) ctx.setHeader('idempotent-replayed', 'true')
  const begin = () =>
    beginPayments(deps, taking).catch((error: unknown) => {
      throw isCommitUnknown(error) ? outcomeUnknown({ transferId, reason: 'DATABASE_AWAY', cause: error }) : error
    })
  const payments = before.length > 0 ? before : await begin()
  try {
    const results = await postPayments(deps, payments, AbortSignal.timeout(patienceMs))
    if (!results) throw outcomeUnknown({ transferId, reason: 'TIMED_OUT' })
    const sums = sumsOf(payments, results, transferId)
    return { data: { ...sums, left: await leftOf(deps, playerId, payments) } }
  } catch (error) {
    // The claims are begun, and are brought to an end whatever fails here.
    throw error instanceof AppError ? error : outcomeUnknown({ transferId, cause: error })
  }
}

/** @throws AppError NOT_FOUND for a ticket that is not the player's, the same as for one that never was */
async function requireOwn({ tickets }: BaseDeps, playerId: string, ids: readonly string[] | undefined) {
  if (!ids) return
  const found = await tickets.byIds([...new Set(ids)])
  if (found.length !== new Set(ids).size || found.some(ticket => ticket.playerId !== playerId)) throw notFound()
}

/** @throws AppError as the ledger rejected it, when it booked nothing */
function sumsOf(payments: readonly PaymentRow[], results: readonly PostingOutcome[], transferId: string) {
  const booked = payments.flatMap((payment, index) => {
    const result = results[index]
    return result?.outcome === 'booked' ? [{ payment, result }] : []
  })
  const refused = results.find(({ outcome }) => outcome === 'refused')
  const isAside = results.some(({ outcome }) => outcome === 'aside')
  if (booked.length === 0 && isAside) throw outcomeUnknown({ transferId })
  if (booked.length === 0 && refused?.outcome === 'refused') throw refusalOf(refused, betTexts.takeLimit)
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

async function leftOf({ dues }: BaseDeps, playerId: string, payments: readonly PaymentRow[]): Promise<number> {
  const taken = payments.flatMap(({ ticketIds }) => ticketIds)
  return toPoints(await dues.unclaimedSum(playerId, taken))
}
