import type { PlacedBet, PlayTicketPage, PublicRecord } from '@cascade/contracts/live'
import { type Finding, verifyTicket, verifyVersions } from '@cascade/draw-rules/verify'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { z } from 'zod'

type Input = {
  ticket: PlayTicketPage
  record: z.infer<typeof PublicRecord>
  playerId: string
  placed?: PlacedBet | undefined
}

/** Verifies the records of a draw, and that a ticket of the player is in it. @returns one finding per check */
export function verifyOwnTicket({ ticket: { ticketId, drawId, proof }, record, playerId, placed }: Input): Finding[] {
  const { documents, keys: publicKeys, seeds } = record
  const versions = verifyVersions(documents, { publicKeys, seeds, ...(placed && { commitment: placed.commitment }) })
  const newest = documents.at(-1)
  const isOwn =
    proof?.ticket.ticketId === ticketId &&
    proof.ticket.player === bytesToHex(sha256(utf8ToBytes(`${ticketId}|${playerId}`))) &&
    (!placed || (placed.drawId === drawId && proof.ticket.stake === String(Math.round(placed.stake * 100))))
  const text = isOwn ? 'The proof is of this ticket.' : 'The proof is of another ticket, draw or stake.'
  return [...versions.flat(), ...(newest ? [verifyTicket(newest, proof)] : []), { name: 'ticket', ok: isOwn, text }]
}
