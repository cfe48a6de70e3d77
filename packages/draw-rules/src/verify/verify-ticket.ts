import { type DrawDocument, type SealedRecord, TicketProof } from '@cascade/contracts/live'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { rootFromPath, ticketLeafHash } from '../tickets/ticket-tree'
import { type Finding, finding } from './finding'

/**
 * Verifies that a ticket was in a draw. Never throws; malformed input is reported as a finding.
 * @param proof parsed JSON, see `TicketProof`
 */
export function verifyTicket(document: Pick<DrawDocument, 'record'>, proof: unknown): Finding {
  const parsed = TicketProof.safeParse(proof)
  if (!parsed.success) return finding('ticket', false, '', 'This is no proof of a ticket.')
  const { ticketId, state } = parsed.data.ticket
  const fault = faultOf(document.record, parsed.data)
  const text = `Ticket ${ticketId} was in the draw${state ? `, ${state}` : ''}.`
  return finding('ticket', fault === undefined, text, `Ticket ${ticketId}: ${fault}`)
}

function faultOf(record: SealedRecord['record'], { drawId, ticket, index, size, path }: TicketProof) {
  if (drawId !== record.drawId) return `it was in another draw, ${drawId}.`
  if (size !== record.tickets) return `its draw had ${size} tickets, this one ${record.tickets}.`
  const root = rootFromPath(ticketLeafHash(ticket), { index, size, path: path.map(hexToBytes) })
  if (!root || bytesToHex(root) !== record.ticketRoot) return 'it is none of those that the record holds.'
  if (record.format === 'cascade.draw.v2' && ticket.salt !== undefined)
    return 'it has a salt, which its record has not.'
  if (ticket.state && !record.voidTickets) return 'it is void, which no ticket of its record is.'
  return linesFault(record, ticket)
}

/** Checks that the lines sum to the stake and, unless it is void, are part of the recorded stakes. */
function linesFault(
  { stakes }: Pick<SealedRecord['record'], 'stakes'>,
  { lines, stake, state }: TicketProof['ticket'],
) {
  if (new Set(lines.map(([leg]) => leg)).size !== lines.length) return 'it names a leg twice.'
  if (lines.reduce((sum, [, points]) => sum + hundredths(points), 0n) !== BigInt(stake))
    return 'its lines do not sum to its stake.'
  if (state) return undefined
  const missing = lines.find(([leg, points]) => hundredths(points) > BigInt(stakes[leg] ?? 0))
  return missing && `the record says that less was staked on ${missing[0]}.`
}

const hundredths = (points: number) => BigInt(points) * 100n
