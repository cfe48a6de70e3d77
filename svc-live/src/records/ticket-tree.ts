import type { TicketProof } from '@cascade/contracts/live'
import { merklePath, merkleRoot, ticketLeafHash, toProvenTicket } from '@cascade/draw-rules/tickets'
import type { Tx } from '@cascade/service-kit'
import type { DrawRow, DrawStore } from './draw-store'
import { bookedStake, type Ticket } from './ticket'
import type { LeafTicket, TicketStore } from './ticket-store'

/** A power of two, so that full blocks are subtrees: a proof reads one block and the roots of the others. */
const blockSize = 512

type Store = Pick<TicketStore, 'readLeaves'>
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

const toProven = ({ _id, playerId, lines, salt, ...ticket }: LeafTicket) =>
  toProvenTicket({
    ticketId: _id,
    playerId,
    lines,
    salt,
    stake: bookedStake(ticket),
    state: ticket.void ? 'void' : undefined,
  })

async function readLeaves(
  tickets: Store,
  drawId: string,
  block: number,
  count: number,
  tx?: Tx,
): Promise<Uint8Array[]> {
  const from = block * blockSize
  const found = await tickets.readLeaves(drawId, from, Math.min(from + blockSize, count), tx)
  return found.map(ticket => ticketLeafHash(toProven(ticket)))
}

type Stores = { tickets: Store; draws: Pick<DrawStore, 'storeBlock'> }

/** Stores the roots of the blocks that new tickets have filled, in the transaction that inserts them. */
export async function storeFullBlocks(
  stores: Stores,
  { drawId, before, after }: { drawId: string; before: number; after: number },
  tx: Tx,
): Promise<void> {
  for (let block = Math.floor(before / blockSize); (block + 1) * blockSize <= after; block++) {
    await storeBlock(stores, { drawId, block, count: after }, tx)
  }
}

/** Stores the roots of full blocks again, in the transaction that changes tickets at these places. */
export async function storeChangedBlocks(
  stores: Stores,
  { drawId, places, count }: { drawId: string; places: readonly number[]; count: number },
  tx: Tx,
): Promise<void> {
  const full = Math.floor(count / blockSize)
  for (const block of new Set(places.map(place => Math.floor(place / blockSize)))) {
    if (block < full) await storeBlock(stores, { drawId, block, count }, tx)
  }
}

type Block = { drawId: string; block: number; count: number }

async function storeBlock({ tickets, draws }: Stores, { drawId, block, count }: Block, tx: Tx): Promise<void> {
  const root = merkleRoot(await readLeaves(tickets, drawId, block, count, tx))
  await draws.storeBlock(drawId, block, toHex(root), tx)
}

type Tree = Pick<DrawRow, '_id' | 'tickets' | 'blocks'>

/** Roots of all blocks; missing ones, usually the last, are computed from their tickets. */
async function readBlockRoots(tickets: Store, { _id, tickets: count, blocks = {} }: Tree): Promise<Uint8Array[]> {
  const roots: Uint8Array[] = []
  for (let block = 0; block * blockSize < count; block++) {
    const stored = blocks[block]
    roots.push(stored ? Buffer.from(stored, 'hex') : merkleRoot(await readLeaves(tickets, _id, block, count)))
  }
  return roots
}

/** Root over the tickets of a closed draw, hex; the empty root without a draw. */
export async function computeTicketRoot(tickets: Store, draw: Tree | null | undefined): Promise<string> {
  return toHex(merkleRoot(draw ? await readBlockRoots(tickets, draw) : []))
}

/** Proof that a ticket was in its draw; null before the draw is closed, as the tree still grows. */
export async function buildTicketProof(
  { tickets, draws }: { tickets: Store; draws: Pick<DrawStore, 'find'> },
  ticket: Ticket,
): Promise<TicketProof | null> {
  const draw = await draws.find(ticket.drawId)
  if (!draw || draw.closedSeq === null) return null
  const block = Math.floor(ticket.place / blockSize)
  const leaves = await readLeaves(tickets, ticket.drawId, block, draw.tickets)
  const path = [
    ...merklePath(leaves, ticket.place % blockSize),
    ...merklePath(await readBlockRoots(tickets, draw), block),
  ]
  return {
    drawId: ticket.drawId,
    ticket: toProven(ticket),
    index: ticket.place,
    size: draw.tickets,
    path: path.map(toHex),
  }
}
