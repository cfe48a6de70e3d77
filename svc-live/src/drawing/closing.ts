import type { CloseGateRequest } from '@cascade/contracts/accounts'
import type { KeyedRunner } from '@cascade/service-kit'
import type { z } from 'zod'
import type { BaseDeps } from '../base-deps'
import type { StakedDraws } from '../betting/open-draws'
import type { OpenOfferings } from '../betting/open-offerings'
import { deriveId, systemActor } from '../ledger/ids'
import type { DrawRow, OpenDrawRow } from '../records/draw-store'
import type { ClosingDetails } from '../records/ticket'
import { readClosingFigures } from './closing-figures'
import type { OpenDrawCache } from './rounds'

type ClosingContext = GateContext & {
  openDraws: OpenDrawCache
  closings: KeyedRunner
}

/** Closes locked draws in the ledger, own and inherited from the previous leader, concurrently. */
export async function closeLocked(context: ClosingContext): Promise<void> {
  const { deps, staked, closings } = context
  const nowMs = deps.clock.now()
  const own = staked.locked(nowMs).map(({ offering, draw }) => ({
    adminId: offering.adminId,
    gameId: offering.gameId,
    drawId: draw.drawId,
    gameVersion: draw.times.version,
  }))
  const inherited = (await findInherited(context, nowMs)).map(({ _id, adminId, gameId, gameVersion }) => ({
    adminId,
    gameId,
    drawId: _id,
    gameVersion,
  }))
  const locked: readonly Closing[] = [...own, ...inherited]
  // One query for all draws that close now; draws already closing have their figures.
  let figures: Promise<ClosingDetails[]> | undefined
  for (const [at, draw] of locked.entries()) {
    closings.start(draw.drawId, async signal => {
      figures ??= readClosingFigures(deps, locked)
      await closeGate(context, draw, (await figures)[at], signal)
    })
  }
}

/** The cached rows tell whether any draw has locked; only then are they read again. */
async function findInherited(context: ClosingContext, nowMs: number): Promise<OpenDrawRow[]> {
  const inherited = await selectInherited(context, await context.openDraws.recent(), nowMs)
  return inherited.length > 0 ? selectInherited(context, await context.openDraws.read(), nowMs) : []
}

/** Locked draws that are not closed and have bets from another leader. */
async function selectInherited({ deps, staked }: ClosingContext, rows: readonly OpenDrawRow[], nowMs: number) {
  const inherited: OpenDrawRow[] = []
  for (const row of rows) {
    if (row.closedSeq === null && !staked.get(row._id) && (await isLocked(deps, row, nowMs))) inherited.push(row)
  }
  return inherited
}

/** After its draw time a draw counts as locked even if its description cannot be read. */
async function isLocked(
  { catalog }: ClosingContext['deps'],
  { gameId, gameVersion, drawAt }: OpenDrawRow,
  nowMs: number,
) {
  const drawAtMs = drawAt.getTime()
  if (nowMs >= drawAtMs) return true
  const lockMs = await catalog.rules(gameId, gameVersion).then(
    ({ description }) => description.draw.lockSeconds * 1000,
    () => 0,
  )
  return nowMs >= drawAtMs - lockMs
}

type GateContext = { deps: BaseDeps; offerings: OpenOfferings; staked: StakedDraws }
type Closing = Pick<DrawRow, 'adminId' | 'gameId' | 'gameVersion'> & { drawId: string }

/**
 * Closes a draw in the ledger: earlier bets are in, later ones are rejected. Idempotent; a dead-lettered closing is
 * retried there.
 * @param details the figures that decide the draw
 */
async function closeGate(
  context: GateContext,
  draw: Closing,
  details: ClosingDetails | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { offerings, staked } = context
  const { ledger, logger } = context.deps
  const [result] = (await ledger.postAll([await buildCloseRequest(context, draw, details)], signal)) ?? []
  const offering = offerings.find(draw)
  if (result?.outcome === 'booked') {
    if (offering) offering.gateVersion = Math.max(offering.gateVersion ?? 0, result.gateVersion)
    const own = staked.get(draw.drawId)
    if (own) own.draw.isClosed = true
  } else if (result?.outcome === 'refused') {
    logger.warn({ drawId: draw.drawId, reason: result.reason }, 'ledger rejected the closing of a draw')
    if (offering) offering.gateVersion = undefined
  }
}

async function buildCloseRequest(
  { deps: { ledger }, offerings }: GateContext,
  { adminId, gameId, drawId }: Closing,
  details: ClosingDetails | undefined,
): Promise<z.input<typeof CloseGateRequest>> {
  // Without opening the offering: its game may be gone, and the draw must be closed, drawn and paid all the same.
  const cached = offerings.find({ adminId, gameId })?.gateVersion
  const gateVersion = cached ?? (await ledger.pools([{ adminId, gameId }])).pools[0]?.gateVersion ?? 0
  return {
    kind: 'closeGate',
    id: deriveId('close', drawId),
    by: systemActor,
    correlationId: drawId,
    adminId,
    gameId,
    drawId,
    gateVersion,
    details,
  }
}
