import { toPoints } from '@cascade/contracts'
import type { HistoryRow } from '@cascade/contracts/live'
import type { BaseDeps } from '../deps'
import { parseDrawId } from '../draws/draw-id'
import type { Ticket } from '../tickets/ticket'

/** Tickets as the bet list shows them. A losing ticket is settled when its draw says so: nothing is written to it. */
export async function historyRowsOf(
  { draws, records, catalogue }: Pick<BaseDeps, 'draws' | 'records' | 'catalogue'>,
  tickets: readonly Ticket[],
): Promise<HistoryRow[]> {
  const drawIds = [...new Set(tickets.map(({ drawId }) => drawId))]
  const [states, results] = await Promise.all([draws.states(drawIds), records.newestOf(drawIds)])
  const settledChunks = new Map(states.map(row => [row._id, row.settledChunks]))
  return tickets.map(ticket => {
    const { _id, username, gameId, drawId, chunk, at, stake, win, claimedAt, playerId } = ticket
    const isSettled = chunk < (settledChunks.get(drawId) ?? 0)
    const record = isSettled ? results.get(drawId)?.sealed.record : undefined
    return {
      ...{
        ticketId: _id,
        username,
        gameId,
        gameName: catalogue.find(gameId)?.game.gameName ?? gameId,
        playerId,
        drawId,
      },
      timeopen: at.toISOString(),
      timeclose: new Date(parseDrawId(drawId)?.drawAtMs ?? 0).toISOString(),
      ...{ playpoints: toPoints(stake), winpoints: toPoints(win) },
      ...{ resultNo: record?.result ?? null, booster: record?.booster.value ?? null },
      claimdate: claimedAt?.toISOString() ?? null,
    }
  })
}
