import type { Tx } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import { createTotalStore } from '../betting/total-store'
import { createDrawStore, type DrawLoss } from '../records/draw-store'
import { createVoid, type Ticket } from '../records/ticket'
import { createTicketStore } from '../records/ticket-store'
import { storeChangedBlocks } from '../records/ticket-tree'
import type { VoidedStake } from './play-batch'

/** Marks tickets as void and takes their stakes out of draws and players. @returns the tickets as they were before */
export async function projectVoids(db: Db, voids: readonly VoidedStake[], tx: Tx): Promise<Ticket[]> {
  if (voids.length === 0) return []
  const [store, draws] = [createTicketStore(db), createDrawStore(db)]
  const ids = voids.map(({ details }) => details.ticket)
  const tickets = await store.findByIds(ids, tx)
  const byId = new Map(tickets.map(ticket => [ticket._id, ticket]))
  await store.update(
    voids.map(voided => toChange(voided, byId.get(voided.details.ticket))),
    tx,
  )
  await createTotalStore(db).subtractVoids(tickets, tx)
  for (const loss of sumByDraw(tickets)) {
    const count = await draws.subtractVoids(loss, tx)
    const places = tickets.flatMap(({ drawId, place }) => (drawId === loss._id ? [place] : []))
    await storeChangedBlocks({ tickets: store, draws }, { drawId: loss._id, places, count }, tx)
  }
  return tickets
}

/** @throws Error for a ticket that does not exist: the event becomes a dead letter */
function toChange({ details, by, at, salt }: VoidedStake, ticket: Ticket | undefined) {
  if (!ticket || ticket.void) throw new Error(`no ticket ${details.ticket} to void`)
  const { _id, stake } = ticket
  return { _id, stake: 0n, salt, void: createVoid(by, { stake, at, reason: details.reason }) }
}

function sumByDraw(tickets: readonly Ticket[]): DrawLoss[] {
  const losses = new Map<string, DrawLoss>()
  for (const { drawId, lines, stake } of tickets) {
    const loss = losses.get(drawId) ?? { _id: drawId, stakes: {}, stake: 0n, tickets: 0 }
    for (const { leg, quantity } of lines) loss.stakes[leg] = (loss.stakes[leg] ?? 0n) + BigInt(quantity) * 100n
    loss.stake += stake
    loss.tickets += 1
    losses.set(drawId, loss)
  }
  return [...losses.values()]
}
