import { type Background, startLoop } from '@cascade/service-kit'
import { systemActor } from '../ledger/system-actor'
import { beginPayments, type PaymentDeps } from './begin-payments'
import { postPayments } from './post-payments'

const everyMs = 5_000
/** Younger payments are still in the hands of the call that began them. */
const unfinishedAfterMs = 10_000
const winsAtOnce = 500
const paymentsAtOnce = 500
/** Of one player at once: the rest comes with the next round. */
const mostWins = 1_000

/** Finishes payments that a call or a crash left open, and claims the wins that have waited long enough. */
export function startPayments(deps: PaymentDeps, isOpen: () => boolean): Background & { wake: () => void } {
  return startLoop(
    async signal => {
      if (!isOpen()) return undefined
      await finish(deps, signal)
      return (await claimOverdue(deps, signal)) ? 'again' : undefined
    },
    { everyMs, logger: deps.logger, name: 'payments' },
  )
}

async function finish(deps: PaymentDeps, signal: AbortSignal): Promise<void> {
  const open = await deps.payments.unfinished(new Date(deps.clock.now() - unfinishedAfterMs), paymentsAtOnce)
  if (open.length > 0) await postPayments(deps, open, signal)
}

/** @returns whether there may be more */
async function claimOverdue(deps: PaymentDeps, signal: AbortSignal): Promise<boolean> {
  const overdue = await deps.dues.overdue(new Date(deps.clock.now()), winsAtOnce)
  for (const playerId of new Set(overdue.map(win => win.playerId))) {
    if (signal.aborted) return false
    const takeId = deps.newId()
    const ticketIds = overdue.filter(win => win.playerId === playerId).map(win => win._id)
    const taking = {
      playerId,
      by: systemActor,
      takeId,
      requestId: takeId,
      isAutomatic: true,
      ticketIds,
      limit: mostWins,
    }
    await postPayments(deps, await beginPayments(deps, taking), signal)
  }
  return overdue.length === winsAtOnce
}
