import type { BaseDeps } from '../deps'
import type { OpenDrawRow } from '../draws/draw-store'
import { closeGates, type GateParts } from './close-gates'
import type { OpenRows } from './open-rows'

type Parts = Omit<GateParts, 'deps'> & {
  deps: GateParts['deps'] & Pick<BaseDeps, 'catalogue' | 'clock'>
  openRows: OpenRows
}

/** Closes in the ledger what has locked, of this instance and of the one that held the engine before. */
export async function closeLocked(parts: Parts, signal: AbortSignal): Promise<void> {
  const { deps, staked } = parts
  const nowMs = deps.clock.now()
  const own = staked
    .locked(nowMs)
    .map(({ pair: { adminId, gameId }, draw: { drawId } }) => ({ adminId, gameId, drawId }))
  const inherited = await inheritedNow(parts, nowMs)
  await closeGates(parts, [...own, ...inherited.map(({ _id, ...row }) => ({ ...row, drawId: _id }))], signal)
}

/** What was read lately tells whether any has locked; which of them is still open is read anew. */
async function inheritedNow(parts: Parts, nowMs: number): Promise<OpenDrawRow[]> {
  const known = await inheritedOf(parts, await parts.openRows.young(), nowMs)
  return known.length > 0 ? inheritedOf(parts, await parts.openRows.fresh(), nowMs) : []
}

/** Those of the rows that have locked, are not closed, and were bet on elsewhere. */
async function inheritedOf({ deps, staked }: Parts, rows: readonly OpenDrawRow[], nowMs: number) {
  const inherited: OpenDrawRow[] = []
  for (const row of rows) {
    if (row.closedSeq === null && !staked.get(row._id) && (await isLocked(deps, row, nowMs))) inherited.push(row)
  }
  return inherited
}

async function isLocked({ catalogue }: Parts['deps'], { gameId, gameVersion, drawAt }: OpenDrawRow, nowMs: number) {
  const { description } = await catalogue.rules(gameId, gameVersion)
  return nowMs >= drawAt.getTime() - description.draw.lockSeconds * 1000
}
