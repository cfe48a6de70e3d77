import { bytesToHex } from '@noble/hashes/utils.js'
import { expect, it } from 'vitest'
import { makeDocument, makeFacts } from '../testing/make-facts'
import { masterGame } from '../testing/master'
import { pathOf, rootOf } from '../tickets/merkle-tree'
import { provenTicket, ticketLeaf } from '../tickets/ticket-leaf'
import { verifyTicket } from './verify-ticket'

const tickets = Array.from({ length: 5 }, (_, at) =>
  provenTicket({
    ticketId: `t${at}`,
    playerId: `p${at}`,
    lines: [{ leg: 'straight:1', quantity: 10 + at }],
    stake: 100n,
  }),
)
const leaves = tickets.map(ticketLeaf)
const document = makeDocument(
  masterGame('funTarget'),
  makeFacts({ tickets: 5, ticketRoot: bytesToHex(rootOf(leaves)) }),
)
const [ticket = tickets[0]] = tickets.slice(3)
const proof = { drawId: document.record.drawId, ticket, index: 3, size: 5, path: pathOf(leaves, 3).map(bytesToHex) }

it('a ticket that was in a draw is shown to have been, by itself', () => {
  expect(verifyTicket(document, proof)).toEqual({ name: 'ticket', ok: true, text: 'Ticket t3 was in the draw.' })
  expect(JSON.stringify(proof)).not.toContain('p3')
})

it.each([
  ['with another stake', { ticket: { ...ticket, stake: '101' } }],
  ['of another player', { ticket: { ...ticket, player: 'a'.repeat(64) } }],
  ['at another place', { index: 2 }],
  ['of a larger draw', { size: 6 }],
  ['of another draw', { drawId: 'a1_MNOQqWWi_8' }],
  ['without a part of its way', { path: proof.path.slice(1) }],
  ['that is none', { ticket: 'x' }],
])('a ticket %s was not in it', (_what, change) => {
  expect(verifyTicket(document, { ...proof, ...change })).toMatchObject({ name: 'ticket', ok: false })
})
