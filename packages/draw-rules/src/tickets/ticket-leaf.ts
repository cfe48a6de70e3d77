import type { ProvenTicket } from '@cascade/contracts/live'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonicalJson } from '../record/canonical-json'
import type { TicketLine } from '../rules/bets/winnings'
import { leafHash } from './merkle-tree'

/** Whose a ticket is, as its leaf says so: only who knows both ids can tell. */
const playerDigest = (ticketId: string, playerId: string): string =>
  bytesToHex(sha256(utf8ToBytes(`${ticketId}|${playerId}`)))

type Booked = { ticketId: string; playerId: string; lines: readonly TicketLine[]; stake: bigint }

/** A ticket as the tree of its draw holds it. */
export const provenTicket = ({ ticketId, playerId, lines, stake }: Booked): ProvenTicket => ({
  ticketId,
  player: playerDigest(ticketId, playerId),
  lines: lines.map(({ leg, quantity }) => [leg, quantity]),
  stake: String(stake),
})

export const ticketLeaf = (ticket: ProvenTicket): Uint8Array => leafHash(utf8ToBytes(canonicalJson(ticket)))
