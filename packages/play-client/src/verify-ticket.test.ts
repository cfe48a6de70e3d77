import { gameCodes } from '@cascade/contracts/games'
import type { PlacedBet, PlayTicketPage } from '@cascade/contracts/live'
import { compileGame } from '@cascade/draw-rules'
import { masterDescription } from '@cascade/draw-rules/master'
import { makeDocument, makeFacts, publicKey, seedChain, ticketsOf } from '@cascade/draw-rules/testing'
import { merklePath, ticketLeafHash } from '@cascade/draw-rules/tickets'
import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, it } from 'vitest'
import { verifyOwnTicket } from './verify-ticket'

const stakes = { 'straight:1': '1000', 'straight:2': '2000', 'straight:3': '3000' }
const tickets = ticketsOf(stakes)
const description = masterDescription(gameCodes.funTarget)
if (!description) throw new Error('unknown game')
const document = makeDocument(compileGame(description), makeFacts({ stakes }))
const { drawId } = document.record
const proofOf = (index: number) => {
  const path = merklePath(tickets.map(ticketLeafHash), index).map(bytesToHex)
  return { drawId, ticket: tickets[index], index, size: 3, path }
}
const record = { documents: [document], keys: [publicKey], seeds: [seedChain] }

type Change = { proof?: unknown; playerId?: string; stake?: number }
function failedChecks({ proof = proofOf(1), playerId = 'p1', stake = 20 }: Change = {}) {
  const ticket = { ticketId: 't1', drawId, proof } as PlayTicketPage
  const placed = { drawId, stake, commitment: document.record.commitment } as unknown as PlacedBet
  const findings = verifyOwnTicket({ ticket, record, playerId, placed } as Parameters<typeof verifyOwnTicket>[0])
  return findings.filter(({ ok }) => ok === false).map(({ name, text }) => `${name}: ${text}`)
}

describe('verifyTicket', () => {
  it("finds nothing wrong with the proof of the player's own ticket", () => {
    expect(failedChecks()).toEqual([])
  })

  it.each<[string, Change]>([
    ['of another ticket of the draw', { proof: proofOf(2) }],
    ['of another player', { playerId: 'p2' }],
    ['of another stake than the one placed', { stake: 30 }],
    ['with a forged stake', { proof: { ...proofOf(1), ticket: { ...tickets[1], stake: '3000' } }, stake: 30 }],
  ])('rejects a proof %s', (_what, change) => {
    expect(failedChecks(change)).toEqual([expect.stringMatching(/^ticket: /)])
  })
})
