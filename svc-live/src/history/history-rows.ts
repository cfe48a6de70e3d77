import { toPoints } from '@cascade/contracts'
import type { HistoryRow } from '@cascade/contracts/live'
import type { Hidden } from '@cascade/service-kit'
import type { BaseDeps } from '../deps'
import { parseDrawId } from '../draws/draw-id'
import { claimDateOf } from '../tickets/ticket'
import type { ListedTicket } from '../tickets/ticket-store'
import { isCleared } from './cleared'

/** Tickets as the bet list shows them, without results that were cleared. A losing ticket is settled when its draw says so: nothing is written to it. */
export async function historyRowsOf(
  { draws, records, catalogue, tickets: store }: Pick<BaseDeps, 'draws' | 'records' | 'catalogue' | 'tickets'>,
  read: readonly ListedTicket[],
  hiddenResults: readonly Hidden[] = [],
): Promise<HistoryRow[]> {
  const drawIds = [...new Set(read.map(({ drawId }) => drawId))]
  const [states, results] = await Promise.all([draws.states(drawIds), records.newestOf(drawIds)])
  const settledChunks = new Map(states.map(row => [row._id, row.settledChunks]))
  // A draw that was settled after its tickets were read has given them what they do not tell yet.
  const settled = read.filter(({ drawId, chunk }) => chunk < (settledChunks.get(drawId) ?? 0))
  const again = new Map((await store.listed(settled.map(({ _id }) => _id))).map(ticket => [ticket._id, ticket]))
  return read.map(ticket => {
    const { _id, username, gameId, drawId, chunk, at, stake, playerId, day } = ticket
    const fresh = again.get(_id) ?? ticket
    const drawAt = new Date(parseDrawId(drawId)?.drawAtMs ?? 0)
    const isSettled = chunk < (settledChunks.get(drawId) ?? 0) && !isCleared(hiddenResults, day, drawAt)
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
      timeclose: drawAt.toISOString(),
      ...{ playpoints: toPoints(stake), winpoints: toPoints(fresh.win) },
      ...{ resultNo: record?.result ?? null, booster: record?.booster.value ?? null },
      claimdate: claimDateOf(fresh)?.toISOString() ?? null,
    }
  })
}
