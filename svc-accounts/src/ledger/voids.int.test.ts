import { playEvents } from '@cascade/contracts/accounts'
import { afterAll, describe, expect, it } from 'vitest'
import { playRowsOf } from './store/collections'
import { createLedgerWorld } from './testing/ledger-world'
import { type Booked, createTable, outcomesOf } from './testing/play-requests'
import { someActor, walletRef } from './testing/requests'

const world = await createLedgerWorld()
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))

describe('a void in the ledger', () => {
  it('is booked once by 64 callers on two instances, and again after a restart', async () => {
    const { players, play } = await createTable(world, [1_000n])
    const [player = ''] = players
    const stake = play.stake(player, 300)
    await world.ledger.play([stake])
    const other = await world.startAnother()
    const calls = times(64, index => (index % 2 ? other : world.ledger).play([play.void(player, stake.id)]))
    const results = (await Promise.all(calls)).flat() as Booked[]
    expect(new Set(outcomesOf(results))).toEqual(new Set(['booked']))
    expect(results.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(await world.balance(player)).toBe(1_000n)
    expect((await world.ledger.limits(player)).use.stakes).toBe(0n)
    const restarted = await world.restart()
    await restarted.play([play.close('d1', 0)])
    expect(await restarted.play([play.void(player, stake.id)])).toMatchObject([{ replayed: true, amount: '300' }])
  })

  it('is before the closing of the gate or rejected, whatever races it', async () => {
    const { offering, players, play } = await createTable(world, [1_000n])
    const [player = ''] = players
    const stakes = times(64, () => play.stake(player, 10))
    await world.ledger.play(stakes)
    const other = await world.startAnother()
    const racing = stakes.map(({ id }, index) => (index % 2 ? other : world.ledger).play([play.void(player, id)]))
    const [closing] = (await other.play([play.close('d1', 0)])) as Booked[]
    const results = (await Promise.all(racing)).flat()
    const seqs = results.flatMap(result => (result.outcome === 'booked' ? [result.seq] : []))
    expect(seqs.every(seq => seq < (closing?.seq ?? 0))).toBe(true)
    expect(outcomesOf(results).filter(one => one !== 'booked' && one !== 'DRAW_CLOSED')).toEqual([])
    const returned = BigInt(seqs.length) * 10n
    expect(await world.balance(player)).toBe(360n + returned)
    expect((await world.ledger.limits(player)).use.stakes).toBe(640n - returned)
    expect((await world.ledger.pools([offering])).pools).toMatchObject([{ poolBalance: 640n - returned }])
    const late = play.stake(player, 10, { gateVersion: 1 })
    await world.ledger.play([late, play.close('d2', 1)])
    expect(outcomesOf(await other.play([play.void(player, late.id)]))).toEqual(['DRAW_CLOSED'])
  })

  it('is published with its cause, and stands in the statement with the reason', async () => {
    const { offering, players, play } = await createTable(world, [100n])
    const [player = ''] = players
    const stake = play.stake(player, 60)
    const [, booked] = (await world.ledger.play([stake, play.void(player, stake.id)])) as Booked[]
    const { events } = await world.ledger.playFeed((booked?.seq ?? 0) - 2, 2)
    const [staked, returned] = [playEvents.stakeBooked.parse(events[0]), playEvents.voidBooked.parse(events[1])]
    expect(returned.data).toMatchObject({
      ...{ ...offering, amount: '60', playerBalance: '100', poolBalance: '0', player: { id: player } },
      details: { ticket: stake.id, draw: 'd1', reason: 'sent twice' },
    })
    expect(returned.data.salt).not.toBe(staked.data.salt)
    const { rows } = await world.ledger.statement(player, { page: 1, size: 1 })
    expect(rows[0]).toMatchObject({
      kind: 'void',
      amount: 60n,
      note: 'sent twice',
      drawId: 'd1',
      ticketIds: [stake.id],
    })
  })

  it('goes to the heir of a deleted player', async () => {
    const { master, players, play } = await createTable(world, [100n])
    const [player = ''] = players
    const stake = play.stake(player, 60)
    await world.ledger.play([stake])
    const [source, destination] = [walletRef(player), walletRef(master)]
    await world.ledger.close({ source, destination, actor: someActor, note: '', correlationId: 'test' })
    await world.ledger.play([play.void(player, stake.id)])
    expect([await world.balance(player), await world.balance(master)]).toEqual([0n, 100n])
  })
})

describe('the verification of voids', () => {
  it.each([
    ['of another stake', { details: '{"ticket":"other","draw":"d1","reason":"x"}' }],
    ['after the gate was closed', { gateVersion: 1 }],
  ])('finds one %s', async (_what, change) => {
    const scratch = await createLedgerWorld()
    const { players, play } = await createTable(scratch, [100n])
    const stake = play.stake(players[0] ?? '', 60)
    await scratch.ledger.play([stake, play.void(players[0] ?? '', stake.id)])
    expect(await scratch.faults()).toEqual([])
    const $set = Object.fromEntries(Object.entries(change).map(([name, value]) => [`play.${name}`, value]))
    await playRowsOf(scratch.db).updateOne({ kind: 'void' }, { $set })
    expect((await scratch.faults()).filter(fault => fault.startsWith('void '))).not.toEqual([])
    await scratch.close()
  })
})
