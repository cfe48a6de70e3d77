import { type Background, isTransient, type Logger, startLoop } from '@cascade/service-kit'
import { v7 as uuidv7 } from 'uuid'
import type { AccountsDeps } from '../../deps'
import { accountEvent } from '../rules/account-event'
import { StaleAccount } from '../store/retry-on-conflict'
import { followMoves } from './follow-moves'

const batchSize = 250
const everyMs = 1_000

/**
 * Publishes one batch of accounts that got another place along with an account above them: event and mark change in
 * one transaction, so that a crash loses none. @returns how many.
 */
export async function announceReparented(deps: AccountsDeps): Promise<number> {
  const accounts = await deps.accounts.unannounced(batchSize)
  if (accounts.length === 0) return 0
  const by = { requestId: uuidv7() }
  await deps.transaction(async tx => {
    await deps.accounts.markAnnounced(accounts, tx)
    const events = accounts.map(account => accountEvent('updated', account, by))
    await deps.writeEvents(events, tx)
  })
  return accounts.length
}

/** Looks every second for accounts that are to follow another one, or that no event tells of yet. */
export function startAnnouncer(deps: AccountsDeps, logger: Logger): Background {
  const round = async (signal: AbortSignal) => {
    await followMoves(deps, { signal, onChunk: () => announceReparented(deps) })
    return (await announceReparented(deps)) === batchSize ? 'again' : undefined
  }
  return startLoop(round, {
    ...{ everyMs, logger, name: 'announcement of reparented accounts' },
    // Changed while it was written: its next state is found again.
    isExpected: error => error instanceof StaleAccount || isTransient(error),
  })
}
