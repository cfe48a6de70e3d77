import type { CloseGateRequest } from '@cascade/contracts/accounts'
import type { z } from 'zod'
import type { BaseDeps } from '../deps'
import type { DrawRow } from '../draws/draw-store'
import { systemActor } from '../ledger/system-actor'
import { derivedId } from '../tickets/ticket-id'
import type { Pairs } from './pairs'
import type { StakedDraws } from './staked-draws'

export type GateParts = { deps: Pick<BaseDeps, 'ledger' | 'logger'>; pairs: Pairs; staked: StakedDraws }
type Closing = Pick<DrawRow, 'adminId' | 'gameId'> & { drawId: string }

/**
 * Closes draws in the ledger: whatever it booked before is in, whatever comes after is refused. Closings of a moment
 * share a call; one that was answered before is answered the same again.
 */
export async function closeGates(parts: GateParts, draws: readonly Closing[], signal: AbortSignal): Promise<void> {
  if (draws.length === 0) return
  const { pairs, staked } = parts
  const { ledger, logger } = parts.deps
  const requests = await Promise.all(draws.map(draw => requestOf(pairs, draw)))
  const results = (await ledger.postAll(requests, signal)) ?? []
  for (const [index, result] of results.entries()) {
    const draw = draws[index]
    if (!draw) continue
    const pair = pairs.find(draw)
    if (result.outcome === 'booked') {
      if (pair) pair.gateVersion = Math.max(pair.gateVersion ?? 0, result.gateVersion)
      const known = staked.get(draw.drawId)
      if (known) known.draw.isClosed = true
    } else {
      logger.warn({ drawId: draw.drawId, reason: result.reason }, 'a draw could not be closed')
      if (pair) pair.gateVersion = undefined
    }
  }
}

async function requestOf(
  pairs: Pairs,
  { adminId, gameId, drawId }: Closing,
): Promise<z.input<typeof CloseGateRequest>> {
  const pair = await pairs.open({ adminId, gameId })
  return {
    kind: 'closeGate',
    id: derivedId('close', drawId),
    by: systemActor,
    correlationId: drawId,
    ...{ adminId, gameId, drawId, gateVersion: await pairs.gate(pair) },
  }
}
