import type { BaseDeps } from '../deps'
import type { OpenDrawRow } from '../draws/draw-store'
import type { Fates } from '../fates'
import { type ClosingDeps, closingFigures } from '../results/closing-figures'
import type { ClosingDetails } from '../tickets/details'
import { type Closing, closeGate, type GateParts } from './close-gates'
import type { OpenRows } from './open-rows'

type Parts = Omit<GateParts, 'deps'> & {
  deps: GateParts['deps'] & ClosingDeps & Pick<BaseDeps, 'catalogue' | 'clock'>
  openRows: OpenRows
  closings: Fates
}

/** Closes in the ledger what has locked, of this instance and of the one that held the engine before; none waits. */
export async function closeLocked(parts: Parts): Promise<void> {
  const { deps, staked, closings } = parts
  const nowMs = deps.clock.now()
  const own = staked.locked(nowMs).map(({ pair, draw }) => ({
    ...{ adminId: pair.adminId, gameId: pair.gameId, drawId: draw.drawId, gameVersion: draw.times.version },
  }))
  const inherited = (await inheritedNow(parts, nowMs)).map(({ _id, adminId, gameId, gameVersion }) => ({
    ...{ adminId, gameId, drawId: _id, gameVersion },
  }))
  const locked: readonly Closing[] = [...own, ...inherited]
  // Read once for all that are closed now; whoever is being closed already has figures of their own.
  let figures: Promise<ClosingDetails[]> | undefined
  for (const [at, draw] of locked.entries()) {
    closings.start(draw.drawId, async signal => {
      figures ??= closingFigures(deps, locked)
      await closeGate(parts, draw, (await figures)[at], signal)
    })
  }
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

/** Once its moment has come it has locked, whether its description is to be had or not. */
async function isLocked({ catalogue }: Parts['deps'], { gameId, gameVersion, drawAt }: OpenDrawRow, nowMs: number) {
  const drawAtMs = drawAt.getTime()
  if (nowMs >= drawAtMs) return true
  const lockMs = await catalogue.rules(gameId, gameVersion).then(
    ({ description }) => description.draw.lockSeconds * 1000,
    () => 0,
  )
  return nowMs >= drawAtMs - lockMs
}
