import type { CloseGateRequest } from '@cascade/contracts/accounts'
import type { z } from 'zod'
import type { BaseDeps } from '../deps'
import type { DrawRow } from '../draws/draw-store'
import { systemActor } from '../ledger/system-actor'
import type { ClosingDetails } from '../tickets/details'
import { derivedId } from '../tickets/ticket-id'
import type { Pairs } from './pairs'
import type { StakedDraws } from './staked-draws'

export type GateParts = { deps: Pick<BaseDeps, 'ledger' | 'logger'>; pairs: Pairs; staked: StakedDraws }
export type Closing = Pick<DrawRow, 'adminId' | 'gameId' | 'gameVersion'> & { drawId: string }

/**
 * Closes a draw in the ledger: whatever it booked before is in, whatever comes after is refused. One that was answered
 * before is answered the same again; one that lies aside is asked for there.
 * @param details what decides the draw, as it stands now: what is changed later counts for the next one
 */
export async function closeGate(
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
    ...{ adminId, gameId, drawId, gateVersion, details },
  }
}
