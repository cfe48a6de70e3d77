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
  const { deps, staked, openRows } = parts
  const nowMs = deps.clock.now()
  const own = staked
    .locked(nowMs)
    .map(({ pair: { adminId, gameId }, draw: { drawId } }) => ({ adminId, gameId, drawId }))
  const inheritedOf = async (rows: readonly OpenDrawRow[]) => {
    const inherited: OpenDrawRow[] = []
    for (const row of rows) {
      if (row.closedSeq === null && !staked.get(row._id) && (await isLocked(deps, row, nowMs))) inherited.push(row)
    }
    return inherited
  }
  const known = await inheritedOf(await openRows.young())
  const inherited = known.length > 0 ? await inheritedOf(await openRows.fresh()) : []
  await closeGates(parts, [...own, ...inherited.map(({ _id, ...row }) => ({ ...row, drawId: _id }))], signal)
}

async function isLocked({ catalogue }: Parts['deps'], { gameId, gameVersion, drawAt }: OpenDrawRow, nowMs: number) {
  const { description } = await catalogue.rules(gameId, gameVersion)
  return nowMs >= drawAt.getTime() - description.draw.lockSeconds * 1000
}
