import { z } from 'zod'
import { Id } from '../../define'
import { Hash, Hundredths, LegKey, TicketSalt } from './record-values'

/**
 * A ticket in the Merkle tree of its draw. Its leaf is the SHA-256 of a zero byte and the canonical JSON of the ticket
 * (RFC 6962).
 */
export const ProvenTicket = z.strictObject({
  ticketId: Id.describe('Id of the ticket.'),
  player: Hash.describe('SHA-256 of `<ticketId>|<playerId>`: identifies the player only to those who know both ids.'),
  lines: z
    .array(z.tuple([LegKey, z.number().int().min(1)]))
    .max(2_000)
    .describe(
      'Leg and whole points: one line per leg, in the order of first mention; bundles are expanded to their legs.',
    ),
  stake: Hundredths.describe('Sum of the lines, in hundredths of a point.'),
  salt: TicketSalt.optional().describe(
    '16 random bytes that the ledger added when it booked the stake, or its return. Absent in tickets of 1.0.0.',
  ),
  state: z
    .literal('void')
    .optional()
    .describe('The stake was returned while betting was open: it is in no sum of the record. Absent otherwise.'),
})
export type ProvenTicket = z.infer<typeof ProvenTicket>

/** Proof that a ticket is in the Merkle tree whose root is in the signed record of its draw (RFC 6962). */
export const TicketProof = z.strictObject({
  drawId: Id.describe('Draw of the ticket.'),
  ticket: ProvenTicket.describe('The ticket, as hashed into its leaf.'),
  index: z.number().int().min(0).describe('Position of the ticket in its draw, from 0, in booking order.'),
  size: z.number().int().min(1).describe('Number of tickets in the draw.'),
  path: z
    .array(Hash)
    .max(40)
    .describe('Sibling hashes on the path from the leaf to the root, that of the leaf first (RFC 6962, 2.1.1).'),
})
export type TicketProof = z.infer<typeof TicketProof>
