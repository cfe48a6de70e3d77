import { z } from 'zod'
import { Id } from '../../define'
import { Hash, Hundredths, LegKey } from './record-values'

/** A ticket as the tree of its draw holds it: the leaf is the hash of its canonical JSON. */
export const ProvenTicket = z.strictObject({
  ticketId: Id,
  /** SHA-256 of `<ticketId>|<playerId>`: whose it is, without saying so to others. */
  player: Hash,
  lines: z.array(z.tuple([LegKey, z.number().int().min(1)])).max(2_000),
  stake: Hundredths,
})
export type ProvenTicket = z.infer<typeof ProvenTicket>

/** Shows that a ticket is one of those whose root stands in the signed record of its draw (RFC 6962). */
export const TicketProof = z.strictObject({
  drawId: Id,
  ticket: ProvenTicket,
  index: z.number().int().min(0),
  /** Tickets of the draw. */
  size: z.number().int().min(1),
  /** Hashes beside the way from the leaf to the root, the leaf's neighbour first. */
  path: z.array(Hash).max(40),
})
export type TicketProof = z.infer<typeof TicketProof>
