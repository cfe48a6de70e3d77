import { z } from 'zod'
import { Id } from '../../define'
import { Hash, Hundredths, LegKey } from './record-values'

/** A ticket as the tree of its draw holds it. Its leaf is SHA-256 of a zero byte and its canonical JSON (RFC 6962). */
export const ProvenTicket = z.strictObject({
  ticketId: Id.describe('Id of the ticket.'),
  player: Hash.describe('SHA-256 of `<ticketId>|<playerId>`: names the player to those only who know both ids.'),
  lines: z
    .array(z.tuple([LegKey, z.number().int().min(1)]))
    .max(2_000)
    .describe(
      'Leg and whole points: one line for each leg in the order of first mention, bundles written out as their legs.',
    ),
  stake: Hundredths.describe('Sum of the lines, in hundredths of a point.'),
})
export type ProvenTicket = z.infer<typeof ProvenTicket>

/** Shows that a ticket is one of those whose root is in the signed record of its draw (RFC 6962). */
export const TicketProof = z.strictObject({
  drawId: Id.describe('Draw of the ticket.'),
  ticket: ProvenTicket.describe('The ticket as it is hashed into its leaf.'),
  index: z.number().int().min(0).describe('Position of the ticket in its draw, from 0, in the order of booking.'),
  size: z.number().int().min(1).describe('Number of tickets in the draw.'),
  path: z
    .array(Hash)
    .max(40)
    .describe(
      'Hashes of the neighbours on the way from the leaf to the root, that of the leaf first (RFC 6962, 2.1.1).',
    ),
})
export type TicketProof = z.infer<typeof TicketProof>
