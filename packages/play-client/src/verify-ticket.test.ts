import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, it } from 'vitest'
import { verifyOwnTicket } from './verify-ticket'

type Input = Parameters<typeof verifyOwnTicket>[0]
const player = bytesToHex(sha256(utf8ToBytes('t1|p1')))
const proof = {
  drawId: 'd1',
  ticket: { ticketId: 't1', player, stake: '1050', lines: [] },
  index: 0,
  size: 1,
  path: [],
}
const placed = { ticketId: 't1', drawId: 'd1', stake: 10.5, commitment: 'c' }
const record = { documents: [], keys: [], seeds: [] } as unknown as Input['record']

/** The finding about the proof's owner, for player p1 who placed 10.50 points in draw d1. */
function findingOf(change: { ticketId?: string; drawId?: string; playerId?: string; stake?: string }) {
  const { ticketId = 't1', drawId = 'd1', playerId = 'p1', stake = '1050' } = change
  const ticket = { ticketId, drawId, proof: { ...proof, ticket: { ...proof.ticket, stake } } }
  return verifyOwnTicket({ ticket, record, playerId, placed } as unknown as Input).at(-1)
}

it('a proof of the ticket that the player placed is accepted', () => {
  expect(findingOf({})).toEqual({ name: 'ticket', ok: true, text: 'The proof is of this ticket.' })
})

it.each([{ ticketId: 't2' }, { playerId: 'p2' }, { drawId: 'd2' }, { stake: '1051' }])(
  'a proof is rejected for %o',
  change => {
    expect(findingOf(change)).toMatchObject({ ok: false, text: 'The proof is of another ticket, draw or stake.' })
  },
)
