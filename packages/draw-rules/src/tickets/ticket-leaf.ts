import type { ProvenTicket } from '@cascade/contracts/live'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonicalJson } from '../record/canonical-json'
import type { TicketLine } from '../rules/bets/winnings'
import { leafHash } from './merkle-tree'

/** Pseudonym of the player in a leaf: verifiable only with both ids. */
const playerDigest = (ticketId: string, playerId: string): string =>
  bytesToHex(sha256(utf8ToBytes(`${ticketId}|${playerId}`)))

type Booked = Pick<ProvenTicket, 'ticketId' | 'salt'> & {
  playerId: string
  lines: readonly TicketLine[]
  stake: bigint
}

/** A ticket in the form of the Merkle tree; `salt` is absent in tickets of 1.0.0. */
export const toProvenTicket = ({ ticketId, playerId, lines, stake, salt }: Booked): ProvenTicket => ({
  ticketId,
  player: playerDigest(ticketId, playerId),
  lines: lines.map(({ leg, quantity }) => [leg, quantity]),
  stake: String(stake),
  ...(salt === undefined ? {} : { salt }),
})

export const ticketLeafHash = (ticket: ProvenTicket): Uint8Array => leafHash(utf8ToBytes(canonicalJson(ticket)))
