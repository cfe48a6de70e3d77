import { toPoints } from '@cascade/contracts'
import { liveApi, liveInternal, type TakeWins } from '@cascade/contracts/live'
import { type Ask, notFound, outcomeUnknown, type Routes, requirePermission } from '@cascade/service-kit'
import type { BaseDeps, LiveDeps } from '../deps'
import { type PostingOutcome, refusalOf } from '../ledger-client'
import { addBalance } from './balance'
import { correctResult } from './correct-result'
import { previewCorrection } from './correction-preview'
import { readOpenPlay } from './open-play'
import type { PaymentRow } from './payment-store'
import { beginPayments, postPayments, takeIdOf } from './payments'

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

/** Takes wins to the wallet of the signed-in player: all of them, or those of some tickets. */
export async function takeWins(deps: BaseDeps, { ctx, input }: Ask<TakeWins>) {
  requirePermission(ctx, 'bets.place')
  const { actor, idempotencyKey, requestId } = ctx
  const playerId = actor.accountId
  await requireOwn(deps, playerId, input.ticketIds)
  const takeId = takeIdOf(playerId, idempotencyKey, deps.newId)
  const before = idempotencyKey ? await deps.payments.ofTake(takeId) : []
  const by = { id: playerId, username: actor.username, role: actor.role }
  const taking = { playerId, by, takeId, requestId, isAutomatic: false, ticketIds: input.ticketIds, limit: mostWins }
  const payments = before.length > 0 ? before : await beginPayments(deps, taking)
  const results = await postPayments(deps, payments, AbortSignal.timeout(patienceMs))
  if (!results) throw outcomeUnknown({ transferId: payments[0]?._id, reason: 'TIMED_OUT' })
  if (before.length > 0) ctx.setHeader('idempotent-replayed', 'true')
  return { data: { ...sumsOf(payments, results), left: await leftOf(deps, playerId, payments) } }
}

/** @throws AppError NOT_FOUND for a ticket that is not the player's, the same as for one that never was */
async function requireOwn({ tickets }: BaseDeps, playerId: string, ids: readonly string[] | undefined) {
  if (!ids) return
  const found = await tickets.byIds([...new Set(ids)])
  if (found.length !== new Set(ids).size || found.some(ticket => ticket.playerId !== playerId)) throw notFound()
}

/** @throws AppError as the ledger refused, when it booked nothing */
function sumsOf(payments: readonly PaymentRow[], results: readonly PostingOutcome[]) {
  const booked = payments.flatMap((payment, index) => {
    const result = results[index]
    return result?.outcome === 'booked' ? [{ payment, result }] : []
  })
  const refused = results.find(({ outcome }) => outcome === 'refused')
  if (booked.length === 0 && refused?.outcome === 'refused') throw refusalOf(refused)
  const aside = results.find(({ outcome }) => outcome === 'aside')
  if (booked.length === 0 && aside) throw outcomeUnknown({ transferId: aside.id })
  const claims = booked.filter(({ payment }) => payment.request.kind === 'claim')
  const recoveries = booked.filter(({ payment }) => payment.request.kind === 'recover')
  const sum = (parts: typeof booked) => parts.reduce((total, { result }) => total + BigInt(result.amount), 0n)
  const balance = booked.at(-1)?.result.playerBalance
  return {
    claimed: toPoints(sum(claims)),
    recovered: toPoints(sum(recoveries)),
    tickets: claims.reduce((total, { result }) => total + (result.tickets ?? 0), 0),
    ...(balance !== undefined && { balance: toPoints(BigInt(balance)) }),
  }
}

async function leftOf({ dues }: BaseDeps, playerId: string, payments: readonly PaymentRow[]): Promise<number> {
  const taken = payments.flatMap(({ ticketIds }) => ticketIds)
  return toPoints(await dues.unclaimedSum(playerId, taken))
}
