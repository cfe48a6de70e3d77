import { type Background, createKeyedRunner, startLoop } from '@cascade/service-kit'
import type { BaseDeps } from '../base-deps'
import { offeringKey } from '../catalog/offering'
import type { PostingOutcome, Rejection } from '../ledger/client'
import { systemActor } from '../ledger/ids'
import { beginPayments } from './begin-payments'
import type { PaymentRow } from './payment-store'

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

const everyMs = { busy: 1_000, idle: 5_000 }
/** Younger payments still belong to the call that created them. */
const unfinishedAfterMs = 10_000
const overdueBatchSize = 500
const paymentBatchSize = 500
/** Per run; the rest follows in the next one. */
const winsPerPlayerMax = 1_000
const concurrencyMax = 8

/** Finishes payments that a call or crash left open, per offering, and claims overdue wins, per player. */
export function startPayments(deps: BaseDeps, isOpen: () => boolean): Background & { notify: () => void } {
  const { logger } = deps
  let isBusy = false
  const finishing = createKeyedRunner({ concurrency: concurrencyMax, logger, name: 'finishing payments' })
  const claiming = createKeyedRunner({ concurrency: concurrencyMax, logger, name: 'claiming wins' })

  async function finish(): Promise<number> {
    const before = new Date(deps.clock.now() - unfinishedAfterMs)
    const open = await deps.payments.findUnfinished(before, deps.deadLetters.ids(), paymentBatchSize)
    for (const [offering, payments] of groupBy(open, ({ request }: PaymentRow) => offeringKey(request))) {
      finishing.start(offering, async signal => void (await postPayments(deps, payments, signal)))
    }
    return open.length
  }

  async function claimOverdue(): Promise<number> {
    const overdue = await deps.payables.findOverdue(new Date(deps.clock.now()), overdueBatchSize)
    for (const [playerId, wins] of groupBy(overdue, win => win.playerId)) {
      const ticketIds = wins.map(({ _id }) => _id)
      claiming.start(playerId, signal => claimFor(deps, playerId, ticketIds, signal))
    }
    return overdue.length
  }

  const loop = startLoop(
    async () => {
      if (isOpen()) isBusy = (await finish()) + (await claimOverdue()) > 0
      return undefined
    },
    { everyMs: () => everyMs[isBusy ? 'busy' : 'idle'], logger, name: 'payments' },
  )
  return {
    notify: loop.notify,
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
