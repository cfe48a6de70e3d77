import { type Background, idleMs, isTransient, type Logger, sleep, startLoop } from '@cascade/service-kit'
import { v7 as uuidv7 } from 'uuid'
import { accountEvent, StaleAccount } from '../accounts/account'
import type { Move } from '../accounts/account-writes'
import type { AccountsDeps } from '../deps'

/** Accounts per transaction: bounds the wait of other writers. */
const chunkSize = 100
const pauseMsMin = 10
/** Longer than a request waits in the ledger. */
const requestMsMax = 5_000

type MoveOptions = {
  signal: AbortSignal
  onChunk: () => Promise<unknown>
}

/**
 * Updates the positions of the subtrees of moved accounts, chunk by chunk, in transactions outside the ledger. Each account
 * keeps its old position until its chunk is committed. Resumes after a restart.
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
      // Pause as long as the chunk took: other work gets at least half of the time.
      await sleep(Math.max(pauseMsMin, performance.now() - startedAt), signal)
    }
  }
  // The ledger knows one move between admins: it stays open until requests with former positions have ended.
  if (move.betweenAdmins) await sleep(requestMsMax, signal)
  if (!signal.aborted) await deps.moves.close(move)
}

const batchSize = 250

/**
 * Publishes events for one batch of accounts that moved with an ancestor. Events and marks are written in one transaction.
 * @returns number of accounts
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

/** Background worker: applies open moves and publishes their events. Notified by local moves, polls for those of others. */
export function startMoveWorker(deps: AccountsDeps, logger: Logger): Background {
  const round = async (signal: AbortSignal) => {
    await applyMoves(deps, { signal, onChunk: () => publishReparented(deps) })
    return (await publishReparented(deps)) === batchSize ? 'again' : undefined
  }
  const loop = startLoop(round, {
    everyMs: idleMs,
    logger,
    name: 'moves of accounts',
    // An account that changed in between is picked up in the next round.
    isExpected: error => error instanceof StaleAccount || isTransient(error),
  })
  deps.notify.moves = loop.notify
  return loop
}
