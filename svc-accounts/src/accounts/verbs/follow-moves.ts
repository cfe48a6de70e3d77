import { sleep } from '@cascade/service-kit'
import type { AccountsDeps } from '../../deps'
import type { Move } from '../store/move-store'

/** What others wait for at most is one of these. */
const chunk = 100
const leastBreathMs = 10

type Following = {
  signal: AbortSignal
  /** Their events leave at the same pace. */
  onChunk: () => Promise<unknown>
}

/**
 * Brings those below accounts that were moved to their new place, chunk by chunk, each in a transaction of its own beside
 * the ledger. Until its turn comes an account stands in its old place, afterwards in its new one; a restart goes on.
 */
export async function followMoves(deps: AccountsDeps, { signal, onChunk }: Following): Promise<void> {
  for (const move of await deps.moves.open()) await followMove(deps, move, { signal, onChunk })
}

async function followMove(deps: AccountsDeps, move: Move, { signal, onChunk }: Following): Promise<void> {
  for (;;) {
    const ids = await deps.moves.misplaced(move)
    if (ids.length === 0) break
    for (let at = 0; at < ids.length; at += chunk) {
      if (signal.aborted) return
      const startedAt = performance.now()
      await deps.transaction(tx => deps.moves.place(move, ids.slice(at, at + chunk), tx))
      await onChunk()
      // Others have their turn for as long as this took: however slow the machine is, half of it is theirs.
      await sleep(Math.max(leastBreathMs, performance.now() - startedAt), signal)
    }
  }
  await deps.moves.close(move)
}
