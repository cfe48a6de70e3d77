import { readToHead } from '../copies/play/read-to-head'
import type { BaseDeps } from '../deps'

const patienceMs = 5_000

/** In how many draws of an admin players wait for a result; a bet that was answered a moment ago counts. */
export async function readOpenDraws(deps: Pick<BaseDeps, 'ledger' | 'playSeq' | 'busy'>, adminId: string) {
  await readToHead(deps, AbortSignal.timeout(patienceMs))
  return { draws: await deps.busy.drawsOf(adminId) }
}
