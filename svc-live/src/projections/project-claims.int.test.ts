import { afterAll, describe, expect, it } from 'vitest'
import { createPayableStore, type DebtRow, type UnclaimedRow } from '../payout/payable-store'
import type { PaymentRow } from '../payout/payment-store'
import type { Ticket } from '../records/ticket'
import { createTicketStore } from '../records/ticket-store'
import { startScratch } from '../testing/scratch'
import type { Claim } from './play-batch'
import { projectClaims } from './project-claims'

const world = await startScratch()
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
  inDay: 0,
  inGame: 0,
  win,
  claimed: 0n,
  claimedAt: null,
})
const claimOf = (ticketId: string, amount = '9000'): Claim => ({
  transferId: `claim of ${ticketId}`,
  ...who,
  by: { id: 'p1', username: 'player1', role: 'player' },
  player,
  amount,
  playerBalance: '9000',
  poolBalance: '0',
  bizDate: '2026-03-01',
  seq: 2,
  at,
  details: { tickets: [[ticketId, amount]], isAutomatic: false },
})

describe('the projection of claims', () => {
  it('recovers a win that was corrected away while its claim was in flight, and no other', async () => {
    const { db, transaction } = world
    const tickets = createTicketStore(db)
    await transaction(tx => tickets.insert([ticketOf('corrected', 0n), ticketOf('right', 9_000n)], tx))
    const events = await transaction(tx => projectClaims(db, [claimOf('corrected'), claimOf('right')], [], tx))
    expect(events.map(({ data }) => data)).toMatchObject([
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

  it('leaves the unpaid rest of a win due as before, but not to be claimed again at once', async () => {
    const { db, transaction } = world
    const [payables, tickets] = [createPayableStore(db), createTicketStore(db)]
    const won = [ticketOf('short', 9_000n), ticketOf('nothing', 9_000n), ticketOf('whole', 9_000n)]
    const dueAt = new Date('2026-03-01T09:00:00Z')
    await transaction(async tx => {
      await tickets.insert(won, tx)
      await payables.sync(won, dueAt, tx)
      for (const { _id } of won) await payables.markClaiming([_id], `claim of ${_id}`, tx)
    })
    const claims = [claimOf('short', '4000'), claimOf('nothing', '0'), claimOf('whole')]
    const events = await transaction(tx => projectClaims(db, claims, [], tx))
    expect(events.map(({ data }) => data)).toMatchObject([
      { claimId: 'claim of short', amount: '4000', tickets: 1 },
      { claimId: 'claim of whole', amount: '9000' },
    ])
    expect(await tickets.find('short')).toMatchObject({ claimed: 4_000n, claims: [{ at, amount: 4_000n }] })
    const left = await db.collection<UnclaimedRow>('unclaimed_wins').find().sort({ _id: 1 }).toArray()
    expect(left).toMatchObject([
      { _id: 'nothing', amount: 9_000n, dueAt },
      { _id: 'short', amount: 5_000n, dueAt },
    ])
    expect(left.some(row => 'claimId' in row)).toBe(false)
    const overdueAt = async (when: string) =>
      (await payables.findOverdue(new Date(when), 10)).map(({ _id }) => _id).sort()
    expect(await overdueAt('2026-03-01T10:00:30Z')).toEqual([])
    expect(await overdueAt('2026-03-01T10:01:00Z')).toEqual(['nothing', 'short'])
    expect(await payables.findOldestOverdue(new Date('2026-03-01T10:00:30Z'))).toEqual(dueAt)
  })

  it('claims a finally rejected win again after its next correction', async () => {
    const { db, transaction } = world
    const payables = createPayableStore(db)
    const dueAt = new Date('2026-03-03T10:00:00Z')
    const row = () => db.collection<UnclaimedRow>('unclaimed_wins').findOne({ _id: 'rejected' })
    await transaction(async tx => {
      await payables.sync([ticketOf('rejected', 9_000n)], new Date('2026-03-02T10:00:00Z'), tx)
      await payables.markClaiming(['rejected'], 'c', tx)
      await payables.releaseClaim('c', ['rejected'], 'never', tx)
    })
    expect(await row()).not.toHaveProperty('dueAt')
    await transaction(tx => payables.sync([ticketOf('rejected', 8_000n)], dueAt, tx))
    expect(await row()).toMatchObject({ amount: 8_000n, dueAt })
  })
})
