import { gameCodes } from '@cascade/contracts/games'
import { afterAll, describe, expect, it } from 'vitest'
import type { RecordSummary } from '../records/record-store'
import { withClaim } from '../records/ticket'
import { createTicketStore } from '../records/ticket-store'
import { startDrawDeps } from '../testing/draw-deps'
import { makeTicket } from '../testing/make-ticket'
import { startScratch } from '../testing/scratch'
import { readHistoryRows } from './history-rows'

const world = await startScratch()
const deps = await startDrawDeps(world, [gameCodes.funTarget])
afterAll(() => world.stop())

describe('a row of the bet history', () => {
  it('shows the win of a ticket that was read just before its draw was settled', async () => {
    const tickets = createTicketStore(world.db)
    const read = makeTicket()
    const { _id, drawId, stake, adminId, gameId } = read
    const fixed = {
      adminId,
      gameId,
      drawAt: new Date(),
      gameVersion: 1,
      seedKeyId: 'seed-1',
      stakes: { 'straight:7': stake },
    }
    await world.transaction(async tx => {
      await deps.draws.addStakes([{ _id: drawId, ...fixed, stake, tickets: 1 }], tx)
      await tickets.insert([read], tx)
    })
    await world.transaction(async tx => {
      await tickets.update([{ _id, win: 9_000n, claimed: 0n, claimedAt: null }], tx)
      await deps.draws.markSettled(drawId, 1, true, tx)
    })
    const [row] = await readHistoryRows({ ...deps, tickets }, [read])
    expect(row).toMatchObject({ ticketId: _id, playpoints: 10, winpoints: 90 })
  })

  const drawAt = new Date('2026-03-01T10:01:00.000Z')
  const correctedAt = '2026-03-01T11:00:00.000Z'
  const by = { accountId: 'a1', username: 'admin1', role: 'admin' as const }

  const versions = (drawId: string): RecordSummary[] => {
    const shared = { stake: '1000', payout: '0', booster: { value: 1, reason: 'none' } } as const
    const first = { ...shared, result: '7', resultVersion: 1, manual: null, policy: 'budgeted' } as const
    const next = {
      ...shared,
      result: '3',
      resultVersion: 2,
      manual: { result: '3', booster: 1 },
      policy: 'manual',
    } as const
    const choice = { by, at: correctedAt, reason: 'Read wrongly' }
    return [
      { drawId, tickets: 1, drawAt, sequence: 41, sealed: { record: first, confidential: { manual: null } } },
      { drawId, tickets: 1, drawAt, sequence: 42, sealed: { record: next, confidential: { manual: choice } } },
    ]
  }

  it('shows a ticket with the result and win as of a moment, before later corrections', async () => {
    const tickets = createTicketStore(world.db)
    const ticket = makeTicket({ drawId: 'a1_MNOQqWWi_1772359320', claimed: 0n, claimedAt: new Date(correctedAt) })
    const { _id, drawId, stake, adminId, gameId } = ticket
    const draw = {
      _id: drawId,
      adminId,
      gameId,
      drawAt,
      gameVersion: 1,
      seedKeyId: 'seed-1',
      stakes: { 'straight:7': stake },
      stake,
      tickets: 1,
    }
    await world.transaction(async tx => {
      await deps.draws.addStakes([draw], tx)
      await tickets.insert([ticket], tx)
      await deps.draws.markSettled(drawId, 1, true, tx)
    })
    const records = { ...deps.records, findVersions: async () => versions(drawId) }
    const rowAt = async (asOf?: string) =>
      (await readHistoryRows({ ...deps, tickets, records }, [ticket], { asOf: asOf ? new Date(asOf) : undefined }))[0]
    expect(await rowAt('2026-03-01T10:00:30.000Z')).toMatchObject({ ticketId: _id, resultNo: null, winpoints: 0 })
    expect(await rowAt('2026-03-01T10:30:00.000Z')).toMatchObject({ resultNo: '7', winpoints: 90, claimdate: null })
    expect(await rowAt('2026-03-01T10:30:00.000Z')).not.toHaveProperty('corrections')
    const now = await rowAt()
    expect(now).toMatchObject({ resultNo: '3', winpoints: 0, claimdate: null, drawNumber: 41 })
    expect(now?.corrections).toEqual([
      { from: '7', to: '3', by: { username: 'admin1', role: 'admin' }, at: correctedAt, reason: 'Read wrongly' },
    ])
  })

  it('shows which wins were claimed as of a moment, whatever was claimed or recovered since', async () => {
    const tickets = createTicketStore(world.db)
    const at = (time: string) => new Date(`2026-03-01T${time}:00.000Z`)
    const unclaimed = makeTicket({ drawId: 'a1_MNOQqWWi_1772359380' })
    const { drawId, stake, adminId, gameId } = unclaimed
    const changes = [
      [9_000n, '10:10'],
      [-9_000n, '11:05'],
      [9_000n, '12:00'],
    ] as const
    const ticket = changes.reduce((before, [amount, time]) => withClaim(before, amount, at(time)), {
      ...unclaimed,
      win: 9_000n,
    })
    const stakes = { 'straight:7': stake }
    const draw = {
      _id: drawId,
      adminId,
      gameId,
      drawAt,
      gameVersion: 1,
      seedKeyId: 'seed-1',
      stakes,
      stake,
      tickets: 1,
    }
    await world.transaction(async tx => {
      await deps.draws.addStakes([draw], tx)
      await tickets.insert([unclaimed], tx)
      await tickets.update([ticket], tx)
      await deps.draws.markSettled(drawId, 1, true, tx)
    })
    const [first] = versions(drawId)
    const records = { ...deps.records, findVersions: async () => (first ? [first] : []) }
    const claimedAt = async (time?: string) => {
      const asOf = time === undefined ? undefined : at(time)
      const read = await tickets.findListed([ticket._id])
      return (await readHistoryRows({ ...deps, tickets, records }, read, { asOf }))[0]?.claimdate
    }
    expect(await claimedAt('10:05')).toBeNull()
    expect(await claimedAt('10:30')).toBe(at('10:10').toISOString())
    expect(await claimedAt('11:30')).toBeNull()
    expect(await claimedAt('12:30')).toBe(at('12:00').toISOString())
    expect(await claimedAt()).toBe(at('12:00').toISOString())
  })
})
