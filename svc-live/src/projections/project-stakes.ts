import { parseDrawId } from '@cascade/contracts/live'
import type { NewEvent, Tx } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import { createBusyStore } from '../betting/busy-store'
import { createTotalStore } from '../betting/total-store'
import { createDrawStore, type DrawGrowth, type OpenDrawRow } from '../records/draw-store'
import { chunkSize, playerDayOf, type Ticket } from '../records/ticket'
import { createTicketStore } from '../records/ticket-store'
import { storeFullBlocks } from '../records/ticket-tree'
import { createTicketLists } from './list-store'
import type { Stake } from './play-batch'

const toHundredths = (points: number) => BigInt(points) * 100n

/** Inserts the tickets of a batch and adds them to their draws, players and lists. @returns the events to publish */
export async function projectStakes(db: Db, stakes: readonly Stake[], tx: Tx): Promise<NewEvent[]> {
  if (stakes.length === 0) return []
  const draws = createDrawStore(db)
  const drawIds = [...new Set(stakes.map(stake => stake.details.draw))]
  const before = new Map((await draws.findWithoutStakes(drawIds, tx)).map(draw => [draw._id, draw]))
  const tickets = await createTotalStore(db).addTickets(buildTickets(stakes, before), tx)
  const added = buildGrowths(stakes, tickets)
  await createTicketStore(db).insert(tickets, tx)
  await draws.addStakes(added, tx)
  const stores = { tickets: createTicketStore(db), draws }
  for (const { _id, tickets: grown } of added) {
    const ticketsBefore = before.get(_id)?.tickets ?? 0
    await storeFullBlocks(stores, { drawId: _id, before: ticketsBefore, after: ticketsBefore + grown }, tx)
  }
  await createTicketLists(db).append(tickets, tx)

  const busy = createBusyStore(db)
  const events: NewEvent[] = []
  for (const draw of added) if (!before.has(draw._id)) events.push(...(await busy.opened(draw, 1, tx)))
  return events
}

/** @throws Error for a stake after the closing of its draw, which the ledger must have rejected */
function buildTickets(stakes: readonly Stake[], draws: ReadonlyMap<string, OpenDrawRow>) {
  const places = new Map<string, number>()
  return stakes.map(({ ticketId, adminId, gameId, player, amount, playerBalance, bizDate, details, salt, at, seq }) => {
    const draw = draws.get(details.draw)
    if (draw && (draw.closedSeq !== null || draw.state !== 'open'))
      throw new Error(`stake ${ticketId} after the closing of its draw`)
    const place = places.get(details.draw) ?? draw?.tickets ?? 0
    places.set(details.draw, place + 1)
    return {
      _id: ticketId,
      drawId: details.draw,
      adminId,
      gameId,
      gameVersion: details.gameVersion,
      playerId: player.id,
      username: player.username,
      ancestry: player.ancestry,
      place,
      chunk: Math.floor(place / chunkSize),
      lines: details.lines.map(([leg, quantity]) => ({ leg, quantity })),
      stake: BigInt(amount),
      ...(salt === undefined ? {} : { salt }),
      balanceAfter: BigInt(playerBalance),
      at,
      seq,
      day: bizDate,
      playerDay: playerDayOf(player.id, bizDate),
      win: 0n,
      claimed: 0n,
      claimedAt: null,
    }
  })
}

function buildGrowths(stakes: readonly Stake[], tickets: readonly Ticket[]): DrawGrowth[] {
  const seedKeys = new Map(stakes.map(({ details }) => [details.draw, details.seedKey]))
  const byDraw = new Map<string, DrawGrowth>()
  for (const { drawId, adminId, gameId, gameVersion, lines, stake } of tickets) {
    const growth = byDraw.get(drawId) ?? {
      _id: drawId,
      adminId,
      gameId,
      gameVersion,
      stakes: {},
      stake: 0n,
      tickets: 0,
      drawAt: new Date(parseDrawId(drawId)?.drawAtMs ?? 0),
      seedKeyId: seedKeys.get(drawId) ?? '',
    }
    for (const { leg, quantity } of lines) growth.stakes[leg] = (growth.stakes[leg] ?? 0n) + toHundredths(quantity)
    growth.stake += stake
    growth.tickets += 1
    byDraw.set(drawId, growth)
  }
  return [...byDraw.values()]
}
