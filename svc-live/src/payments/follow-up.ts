import { type Background, startLoop } from '@cascade/service-kit'
import type { BaseDeps } from '../deps'
import { pairKey } from '../draws/draw-id'
import type { PaymentRow } from '../dues/payment-store'
import { createFates } from '../fates'
import { systemActor } from '../ledger/system-actor'
import { beginPayments, type PaymentDeps } from './begin-payments'
import { postPayments } from './post-payments'

const everyMs = 1_000
/** Younger payments are still in the hands of the call that began them. */
const unfinishedAfterMs = 10_000
const winsAtOnce = 500
const paymentsAtOnce = 500
/** Of one player at once: the rest comes with the next round. */
const mostWins = 1_000
const pairsAtOnce = 8

type Deps = PaymentDeps & Pick<BaseDeps, 'aside'>

/**
 * Finishes payments that a call or a crash left open, each pair by itself, and claims the wins that have waited long
 * enough, each player by himself.
 */
export function startPayments(deps: Deps, isOpen: () => boolean): Background {
  const { logger } = deps
  const finishing = createFates({ atOnce: pairsAtOnce, logger, name: 'finishing payments' })
  const claiming = createFates({ atOnce: pairsAtOnce, logger, name: 'claiming wins' })

  async function finish(): Promise<void> {
    const before = new Date(deps.clock.now() - unfinishedAfterMs)
    const open = await deps.payments.unfinished(before, deps.aside.ids(), paymentsAtOnce)
    for (const [pair, payments] of groupOf(open, ({ request }: PaymentRow) => pairKey(request))) {
      finishing.start(pair, async signal => void (await postPayments(deps, payments, signal)))
    }
  }

  async function claimOverdue(): Promise<void> {
    const overdue = await deps.dues.overdue(new Date(deps.clock.now()), winsAtOnce)
    for (const [playerId, wins] of groupOf(overdue, win => win.playerId)) {
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

async function claimFor(deps: Deps, playerId: string, ticketIds: readonly string[], signal: AbortSignal) {
  const takeId = deps.newId()
  const taking = { playerId, by: systemActor, takeId, requestId: takeId, isAutomatic: true, ticketIds, limit: mostWins }
  await postPayments(deps, await beginPayments(deps, taking), signal)
}

function groupOf<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return groups
}
