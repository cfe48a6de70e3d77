import { DrawResulted } from '@cascade/contracts/live'
import { businessDay, type NewEvent, newEvent } from '@cascade/service-kit'
import { chosenBy, type RecordRow } from './record-store'

/** Idle draws without a manual result publish nothing: hundreds of admins have some every minute. */
export function buildResultEvents(row: RecordRow, gameName: string, zone: string): NewEvent[] {
  const { record, confidential, hash: recordHash } = row.sealed
  if (row.tickets === 0 && !record.manual) return []
  const { drawId, adminId, gameId, resultVersion, drawAt, result, booster, policy, stake, payout } = record
  return [
    newEvent(
      DrawResulted,
      {
        drawId,
        adminId,
        gameId,
        gameName,
        resultVersion,
        drawAt,
        result,
        booster: booster.value,
        day: businessDay(row.drawAt, zone),
        policy,
        stake,
        payout,
        tickets: row.tickets,
        by: chosenBy(row.sealed),
        reason: confidential?.manual?.reason ?? null,
        recordHash,
      },
      { requestId: drawId },
    ),
  ]
}
