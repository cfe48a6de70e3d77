import { toPoints } from '@cascade/contracts'
import type { DrawRow } from '@cascade/contracts/live'
import { parseDrawId } from '../draws/draw-id'
import { chosenBy, type RecordSummary } from '../records/record-store'

/** A finished draw as lists show it. */
export function drawRowOf({ drawId, drawAt, tickets, sealed }: RecordSummary, state: DrawRow['state']): DrawRow {
  const { result, booster, policy, stake, payout, resultVersion } = sealed.record
  const { adminId = '', gameId = '' } = parseDrawId(drawId) ?? {}
  return {
    ...{ drawId, adminId, gameId, drawAt: drawAt.toISOString(), result, booster: booster.value, policy },
    ...{ stake: toPoints(BigInt(stake)), payout: toPoints(BigInt(payout)), tickets, resultVersion },
    by: chosenBy(sealed),
    state,
  }
}
