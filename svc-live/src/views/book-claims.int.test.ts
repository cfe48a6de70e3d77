import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { Ticket } from '../draws/ticket'
import { createTicketStore } from '../draws/ticket-store'
import type { DebtRow } from '../payout/due-store'
import type { PaymentRow } from '../payout/payment-store'
import { type Scratch, startScratch } from '../testing/scratch'
import { bookClaims } from './book-claims'
import type { Claim } from './play-batch'

let world: Scratch
beforeAll(async () => {
  world = await startScratch(inject('mongodbUri'))
})
afterAll(() => world.stop())

const at = new Date('2026-03-01T10:00:00Z')
const who = { adminId: 'a1', gameId: 'MNOQqWWi' }
const player = { id: 'p1', username: 'player1', ancestry: { admin: 'a1' } }

const ticketOf = (_id: string, win: bigint): Ticket => ({
  _id,
  drawId: 'd1',
  ...who,
  gameVersion: 1,
  playerId: player.id,
  username: player.username,
  ancestry: player.ancestry,
  place: 0,
  chunk: 0,
  lines: [{ leg: 'straight:7', quantity: 10 }],
  stake: 1_000n,
  balanceAfter: 0n,
  at,
  seq: 1,
  day: '2026-03-01',
  playerDay: 'p1|2026-03-01',
  win,
  claimed: 0n,
  claimedAt: null,
})
const claimOf = (ticketId: string): Claim => ({
  transferId: `claim of ${ticketId}`,
  ...who,
  by: { id: 'p1', username: 'player1', role: 'player' },
  player,
  amount: '9000',
  playerBalance: '9000',
  poolBalance: '0',
  bizDate: '2026-03-01',
  seq: 2,
  at,
  details: { tickets: [[ticketId, '9000']], isAutomatic: false },
})

it('takes back a win that was corrected away while its claim was on its way, and no other', async () => {
  const { db, transaction } = world
  const tickets = createTicketStore(db)
  await transaction(tx => tickets.insert([ticketOf('corrected', 0n), ticketOf('right', 9_000n)], tx))
  const told = await transaction(tx => bookClaims(db, [claimOf('corrected'), claimOf('right')], [], tx))
  expect(told.map(({ data }) => data)).toMatchObject([
    { claimId: 'claim of corrected', amount: '0' },
    { claimId: 'claim of right', amount: '9000' },
  ])
  const payments = await db.collection<PaymentRow>('payments').find().toArray()
  expect(payments).toMatchObject([
    {
      state: 'open',
      at,
      playerId: 'p1',
      request: { kind: 'recover', amount: '9000', details: { ticket: 'corrected' } },
    },
  ])
  const debts = await db.collection<DebtRow>('debts').find().toArray()
  expect(debts).toMatchObject([{ _id: 'corrected', amount: 9_000n, recoveryId: payments[0]?._id }])
})
