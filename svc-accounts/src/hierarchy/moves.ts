import { type Background, isTransient, type Logger, quietMs, sleep, startLoop } from '@cascade/service-kit'
import { v7 as uuidv7 } from 'uuid'
import { accountEvent, StaleAccount } from '../accounts/account'
import type { Move } from '../accounts/account-writes'
import type { AccountsDeps } from '../deps'

/** What others wait for at most is one of these. */
const chunkSize = 100
const pauseMsMin = 10

type MoveOptions = {
  signal: AbortSignal
  /** Their events leave at the same pace. */
  onChunk: () => Promise<unknown>
}

/**
 * Brings those below accounts that were moved to their new place, chunk by chunk, each in a transaction of its own beside
 * the ledger. Until its turn comes an account stands in its old place, afterwards in its new one; a restart goes on.
 */
async function applyMoves(deps: AccountsDeps, { signal, onChunk }: MoveOptions): Promise<void> {
  for (const move of await deps.moves.open()) await applyMove(deps, move, { signal, onChunk })
}

async function applyMove(deps: AccountsDeps, move: Move, { signal, onChunk }: MoveOptions): Promise<void> {
  for (;;) {
    const ids = await deps.moves.findMisplaced(move)
    if (ids.length === 0) break
    for (let at = 0; at < ids.length; at += chunkSize) {
      if (signal.aborted) return
      const startedAt = performance.now()
      await deps.transaction(tx => deps.moves.updatePositions(move, ids.slice(at, at + chunkSize), tx))
      await onChunk()
      // Others have their turn for as long as this took: however slow the machine is, half of it is theirs.
      await sleep(Math.max(pauseMsMin, performance.now() - startedAt), signal)
    }
  }
  await deps.moves.close(move)
}

const batchSize = 250

/**
 * Publishes one batch of accounts that got another place along with an account above them: event and mark change in
 * one transaction, so that a crash loses none. @returns how many.
 */
export async function publishReparented(deps: AccountsDeps): Promise<number> {
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

/**
 * Goes on with accounts that are to follow another one, or that no event tells of yet: at once after a move here, and
 * with what another process has left behind.
 */
export function startMoveWorker(deps: AccountsDeps, logger: Logger): Background {
  const round = async (signal: AbortSignal) => {
    await applyMoves(deps, { signal, onChunk: () => publishReparented(deps) })
    return (await publishReparented(deps)) === batchSize ? 'again' : undefined
  }
  const loop = startLoop(round, {
    everyMs: quietMs,
    logger,
    name: 'announcement of reparented accounts',
    // Changed while it was written: its next state is found again.
    isExpected: error => error instanceof StaleAccount || isTransient(error),
  })
  deps.notify.moves = loop.wake
  return loop
}
