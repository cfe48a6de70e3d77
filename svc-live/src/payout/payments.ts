import type { ClaimDetails, PostedBy, RecoverDetails } from '@cascade/contracts/accounts'
import { type Background, claimIdOf, isDuplicateKey, startLoop, type Tx } from '@cascade/service-kit'
import { type Offering, offeringKey } from '../catalog/offering'
import type { BaseDeps } from '../deps'
import type { PostingOutcome, Rejection } from '../ledger/client'
import { deriveId, systemActor } from '../ledger/ids'
import { createKeyedRunner } from '../ledger/keyed-runner'
import type { DebtRow, UnclaimedRow } from './payable-store'
import type { PaymentRow } from './payment-store'

/** Keeps the details of a claim small. */
const ticketsPerClaim = 100

type Clocked = { clock: Pick<BaseDeps['clock'], 'now'> }
type TakeInput = {
  playerId: string
  by: PostedBy
  takeId: string
  requestId: string
  isAutomatic: boolean
  ticketIds?: readonly string[] | undefined
  limit: number
}

/**
 * Creates the claims of a player's wins, and the recoveries of debts that corrections left. They are stored before they
 * are posted, and each win is in at most one claim. A repeated or concurrent call gets the payments that the first one
 * created.
 */
export async function beginPayments(deps: BaseDeps, input: TakeInput): Promise<PaymentRow[]> {
  const created = deps.transaction(async tx => {
    const before = await deps.payments.findByTake(input.takeId, tx)
    if (before.length > 0) return before
    const wins = await deps.payables.findClaimable(input.playerId, input.ticketIds, input.limit, tx)
    if (wins.length === 0) return []
    const claims = chunkByOffering(wins).map((chunk, position) => buildClaim(deps, input, chunk, position))
    for (const { _id, ticketIds } of claims) {
      if (!(await deps.payables.markClaiming(ticketIds, _id, tx))) throw new Error('win already being claimed')
    }
    const debts = (await deps.payables.listDebts(input.playerId, tx)).filter(({ recoveryId }) => !recoveryId)
    const payments = [...claims, ...(await beginRecoveries(deps, debts, input, tx))]
    await deps.payments.insert(payments, tx)
    return payments
  })
  return created.catch(error => {
    if (isDuplicateKey(error)) return deps.payments.findByTake(input.takeId)
    throw error
  })
}

/** Marks these debts as being recovered. The caller inserts the returned payments in the same transaction. */
export async function beginRecoveries(
  deps: Pick<BaseDeps, 'payables'> & Clocked,
  debts: readonly DebtRow[],
  { by, takeId, requestId }: Pick<TakeInput, 'by' | 'takeId' | 'requestId'>,
  tx: Tx,
): Promise<PaymentRow[]> {
  const recoveries = debts.map(debt => {
    const { _id: ticket, adminId, gameId, playerId, amount, correction } = debt
    const details: RecoverDetails = { ticket, ...(correction && { correction: correction.facts }) }
    const posting = {
      id: deriveId('recover', takeId, ticket),
      by: correction?.by ?? by,
      correlationId: requestId,
      adminId,
      gameId,
      playerId,
      amount: String(amount),
    }
    return buildPayment(deps, takeId, [ticket], { kind: 'recover', ...posting, details })
  })
  for (const { _id, ticketIds } of recoveries) await deps.payables.markRecovering(ticketIds[0] ?? '', _id, tx)
  return recoveries
}

function buildClaim(deps: BaseDeps, input: TakeInput, wins: UnclaimedRow[], position: number) {
  const { playerId, by, takeId, requestId, isAutomatic } = input
  const [{ adminId, gameId }] = wins as [UnclaimedRow, ...UnclaimedRow[]]
  const amount = String(wins.reduce((sum, win) => sum + win.amount, 0n))
  const details: ClaimDetails = { tickets: wins.map(win => [win._id, String(win.amount)]), isAutomatic }
  const posting = { id: claimIdOf(takeId, position), by, correlationId: requestId, adminId, gameId, playerId, amount }
  return buildPayment(
    deps,
    takeId,
    wins.map(({ _id }) => _id),
    { kind: 'claim', ...posting, details },
  )
}

function buildPayment(
  { clock }: Clocked,
  takeId: string,
  ticketIds: string[],
  request: PaymentRow['request'],
): PaymentRow {
  const at = new Date(clock.now())
  return { _id: request.id, request, playerId: request.playerId, ticketIds, takeId, state: 'open', at }
}

function chunkByOffering(wins: readonly UnclaimedRow[]): UnclaimedRow[][] {
  const byOffering = new Map<string, UnclaimedRow[][]>()
  for (const win of wins) {
    const offering: Offering = win
    const chunks = byOffering.get(offeringKey(offering)) ?? []
    const last = chunks.at(-1)
    if (last && last.length < ticketsPerClaim) last.push(win)
    else chunks.push([win])
    byOffering.set(offeringKey(offering), chunks)
  }
  return [...byOffering.values()].flat()
}

/** Automatic retry of a rejected claim; the player may retry at any time. */
const rejectedRetryDelayMs = 24 * 3_600_000
/** Permanent: the wallet does not exist, or the ticket belongs to another player. */
const finalReasons: ReadonlySet<string> = new Set(['MISSING_WALLET', 'NOT_WON'])

/**
 * Posts payments, claims first. The projection records what the ledger books. A rejected payment is recorded here: its
 * wins may be claimed again, or it ends for good. It is not posted again, as its wins may be in another claim by now.
 * @returns results in the order of the payments; undefined when some are unknown
 */
export async function postPayments(
  deps: BaseDeps,
  payments: readonly PaymentRow[],
  signal: AbortSignal,
): Promise<PostingOutcome[] | undefined> {
  const open = payments.filter(({ rejection }) => !rejection)
  const results = await deps.ledger.postAll(
    open.map(({ request }) => request),
    signal,
  )
  if (!results) return undefined
  for (const [index, result] of results.entries()) {
    const payment = open[index]
    if (payment && result.outcome === 'refused') await recordRejection(deps, payment, result)
  }
  const byId = new Map(results.map(result => [result.id, result]))
  return payments.flatMap(({ _id, rejection }) =>
    rejection ? { outcome: 'refused' as const, id: _id, ...rejection } : (byId.get(_id) ?? []),
  )
}

async function recordRejection(deps: BaseDeps, { _id, ticketIds, request }: PaymentRow, rejection: Rejection) {
  const { reason, message, verdict } = rejection
  const { transaction, payments, payables, clock, deadLetterStore, logger } = deps
  const isFinal = finalReasons.has(reason)
  const againAt = isFinal ? 'never' : new Date(clock.now() + rejectedRetryDelayMs)
  await transaction(async tx => {
    await payments.end(_id, tx, { reason, message, ...(verdict && { verdict }) })
    if (isFinal) await deadLetterStore.end(request, reason, tx)
    const [ticketId = ''] = ticketIds
    if (request.kind === 'recover') await payables.releaseRecovery(_id, ticketId, tx)
    else await payables.releaseClaim(_id, ticketIds, againAt, tx)
  })
  logger[isFinal ? 'error' : 'warn']({ paymentId: _id, reason, isFinal }, 'payment rejected by the ledger')
}

const everyMs = 1_000
/** Younger payments still belong to the call that created them. */
const unfinishedAfterMs = 10_000
const overdueBatchSize = 500
const paymentBatchSize = 500
/** Per run; the rest follows in the next one. */
const winsPerPlayerMax = 1_000
const concurrencyMax = 8

/** Finishes payments that a call or crash left open, per offering, and claims overdue wins, per player. */
export function startPayments(deps: BaseDeps, isOpen: () => boolean): Background {
  const { logger } = deps
  const finishing = createKeyedRunner({ concurrency: concurrencyMax, logger, name: 'finishing payments' })
  const claiming = createKeyedRunner({ concurrency: concurrencyMax, logger, name: 'claiming wins' })

  async function finish(): Promise<void> {
    const before = new Date(deps.clock.now() - unfinishedAfterMs)
    const open = await deps.payments.findUnfinished(before, deps.deadLetters.ids(), paymentBatchSize)
    for (const [offering, payments] of groupBy(open, ({ request }: PaymentRow) => offeringKey(request))) {
      finishing.start(offering, async signal => void (await postPayments(deps, payments, signal)))
    }
  }

  async function claimOverdue(): Promise<void> {
    const overdue = await deps.payables.findOverdue(new Date(deps.clock.now()), overdueBatchSize)
    for (const [playerId, wins] of groupBy(overdue, win => win.playerId)) {
      const ticketIds = wins.map(({ _id }) => _id)
      claiming.start(playerId, signal => claimFor(deps, playerId, ticketIds, signal))
    }
  }

  const loop = startLoop(
    async () => {
      if (!isOpen()) return undefined
      await finish()
      await claimOverdue()
      return undefined
    },
    { everyMs, logger, name: 'payments' },
  )
  return {
    async stop() {
      await Promise.all([loop, finishing, claiming].map(part => part.stop()))
    },
  }
}

async function claimFor(deps: BaseDeps, playerId: string, ticketIds: readonly string[], signal: AbortSignal) {
  const takeId = deps.newId()
  const input = {
    playerId,
    by: systemActor,
    takeId,
    requestId: takeId,
    isAutomatic: true,
    ticketIds,
    limit: winsPerPlayerMax,
  }
  await postPayments(deps, await beginPayments(deps, input), signal)
}

function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return groups
}
