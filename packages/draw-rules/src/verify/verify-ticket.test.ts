import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, it } from 'vitest'
import { masterGame } from '../testing/arbitrary'
import { makeDocument, makeFacts, ticketsOf } from '../testing/make-facts'
import { merklePath, merkleRoot, ticketLeafHash } from '../tickets/ticket-tree'
import { verifyTicket } from './verify-ticket'

const stakes = Object.fromEntries([1, 2, 3, 4, 5].map(digit => [`straight:${digit}`, `${digit}000`]))
const tickets = ticketsOf(stakes)
const leaves = tickets.map(ticketLeafHash)
const document = makeDocument(masterGame('funTarget'), makeFacts({ stakes }))
const [ticket = tickets[0]] = tickets.slice(3)
const { drawId } = document.record
const proof = { drawId, ticket, index: 3, size: 5, path: merklePath(leaves, 3).map(bytesToHex) }

describe('the verification of a ticket', () => {
  it('accepts a ticket that was in the draw without revealing its player', () => {
    expect(verifyTicket(document, proof)).toEqual({ name: 'ticket', ok: true, text: 'Ticket t3 was in the draw.' })
    expect(JSON.stringify(proof)).not.toContain('p3')
  })

  it('accepts a void ticket, which is not among the stakes of the record', () => {
    const voided = { ...(ticket as NonNullable<typeof ticket>), state: 'void' as const }
    const hashes = leaves.with(3, ticketLeafHash(voided))
    const { 'straight:4': _returned, ...others } = stakes
    const root = { tickets: 5, voidTickets: 1, ticketRoot: bytesToHex(merkleRoot(hashes)) }
    const record = makeDocument(masterGame('funTarget'), makeFacts({ stakes: others, ...root }))
    const own = { ...proof, path: merklePath(hashes, 3).map(bytesToHex) }
    const text = 'Ticket t3 was in the draw, void.'
    expect(verifyTicket(record, { ...own, ticket: voided })).toEqual({ name: 'ticket', ok: true, text })
    expect(verifyTicket(record, own)).toMatchObject({ ok: false })
  })

  it.each([
    ['with another stake', { ticket: { ...ticket, stake: '101' } }],
    ['that claims to be void', { ticket: { ...ticket, state: 'void' } }],
    ['of another player', { ticket: { ...ticket, player: 'a'.repeat(64) } }],
    ['at another position', { index: 2 }],
    ['of a larger draw', { size: 6 }],
    ['of another draw', { drawId: 'a1_MNOQqWWi_8' }],
    ['without a part of its path', { path: proof.path.slice(1) }],
    ['that is none', { ticket: 'x' }],
  ])('rejects a ticket %s', (_what, change) => {
    expect(verifyTicket(document, { ...proof, ...change })).toMatchObject({ name: 'ticket', ok: false })
  })
})
