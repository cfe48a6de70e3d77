import type { CloseGateRequest } from '@cascade/contracts/accounts'
import type { z } from 'zod'
import type { StakedDraws } from '../betting/open-draws'
import type { Pairs } from '../betting/open-offerings'
import type { BaseDeps } from '../deps'
import { derivedId, systemActor } from '../ledger/ids'
import type { Fates } from '../ledger/keyed-runner'
import type { DrawRow, OpenDrawRow } from '../records/draw-store'
import type { ClosingDetails } from '../records/ticket'
import { closingFigures } from './closing-figures'
import type { OpenRows } from './rounds'

type ClosingParts = GateParts & {
  openRows: OpenRows
  closings: Fates
}

/** Closes in the ledger what has locked, of this instance and of the one that held the engine before; none waits. */
export async function closeLocked(parts: ClosingParts): Promise<void> {
  const { deps, staked, closings } = parts
  const nowMs = deps.clock.now()
  const own = staked.locked(nowMs).map(({ pair, draw }) => ({
    adminId: pair.adminId,
    gameId: pair.gameId,
    drawId: draw.drawId,
    gameVersion: draw.times.version,
  }))
  const inherited = (await inheritedNow(parts, nowMs)).map(({ _id, adminId, gameId, gameVersion }) => ({
    adminId,
    gameId,
    drawId: _id,
    gameVersion,
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
async function inheritedNow(parts: ClosingParts, nowMs: number): Promise<OpenDrawRow[]> {
  const known = await inheritedOf(parts, await parts.openRows.young(), nowMs)
  return known.length > 0 ? inheritedOf(parts, await parts.openRows.fresh(), nowMs) : []
}

/** Those of the rows that have locked, are not closed, and were bet on elsewhere. */
async function inheritedOf({ deps, staked }: ClosingParts, rows: readonly OpenDrawRow[], nowMs: number) {
  const inherited: OpenDrawRow[] = []
  for (const row of rows) {
    if (row.closedSeq === null && !staked.get(row._id) && (await isLocked(deps, row, nowMs))) inherited.push(row)
  }
  return inherited
}

/** Once its moment has come it has locked, whether its description is to be had or not. */
async function isLocked(
  { catalogue }: ClosingParts['deps'],
  { gameId, gameVersion, drawAt }: OpenDrawRow,
  nowMs: number,
) {
  const drawAtMs = drawAt.getTime()
  if (nowMs >= drawAtMs) return true
  const lockMs = await catalogue.rules(gameId, gameVersion).then(
    ({ description }) => description.draw.lockSeconds * 1000,
    () => 0,
  )
  return nowMs >= drawAtMs - lockMs
}

type GateParts = { deps: BaseDeps; pairs: Pairs; staked: StakedDraws }
type Closing = Pick<DrawRow, 'adminId' | 'gameId' | 'gameVersion'> & { drawId: string }

/**
 * Closes a draw in the ledger: whatever it booked before is in, whatever comes after is refused. One that was answered
 * before is answered the same again; one that lies aside is asked for there.
 * @param details what decides the draw, as it stands now: what is changed later counts for the next one
 */
async function closeGate(
  parts: GateParts,
  draw: Closing,
  details: ClosingDetails | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { pairs, staked } = parts
  const { ledger, logger } = parts.deps
  const [result] = (await ledger.postAll([await requestOf(parts, draw, details)], signal)) ?? []
  const pair = pairs.find(draw)
  if (result?.outcome === 'booked') {
    if (pair) pair.gateVersion = Math.max(pair.gateVersion ?? 0, result.gateVersion)
    const known = staked.get(draw.drawId)
    if (known) known.draw.isClosed = true
  } else if (result?.outcome === 'refused') {
    logger.warn({ drawId: draw.drawId, reason: result.reason }, 'a draw could not be closed')
    if (pair) pair.gateVersion = undefined
  }
}

async function requestOf(
  { deps: { ledger }, pairs }: GateParts,
  { adminId, gameId, drawId }: Closing,
  details: ClosingDetails | undefined,
): Promise<z.input<typeof CloseGateRequest>> {
  // Not by opening the pair: its game may be gone, and what was bet on it is closed, drawn and paid all the same.
  const known = pairs.find({ adminId, gameId })?.gateVersion
  const gateVersion = known ?? (await ledger.pools([{ adminId, gameId }])).pools[0]?.gateVersion ?? 0
  return {
    kind: 'closeGate',
    id: derivedId('close', drawId),
    by: systemActor,
    correlationId: drawId,
    adminId,
    gameId,
    drawId,
    gateVersion,
    details,
  }
}
