import { playEvents } from '@cascade/contracts/accounts'
import type { CommandStartedEvent } from 'mongodb'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { issuerId } from './ids'
import { transfersOf } from './store/collections'
import { clockOf, createLedgerWorld, type LedgerWorld } from './testing/ledger-world'
import { type Booked, createTable, outcomesOf } from './testing/play-requests'
import { someActor, transferOf, walletRef } from './testing/requests'

const world = await createLedgerWorld()
afterAll(() => world.close())

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))
const post = async (...requests: Parameters<LedgerWorld['ledger']['play']>[0]) => world.ledger.play(requests)
const booked = async (...requests: Parameters<LedgerWorld['ledger']['play']>[0]) => {
  const results = await post(...requests)
  expect(new Set(outcomesOf(results))).toEqual(new Set(['booked']))
  return results as Booked[]
}
const allEvents = async () => {
  const { head, events } = await world.ledger.playFeed(0, 100_000)
  return { head, events }
}

describe('a stake', () => {
  it('moves points from the player to the pool and publishes an event with its details', async () => {
    const { offering, players, play } = await createTable(world, [1_000n])
    const [player = ''] = players
    const request = play.stake(player, 300)
    const [result] = await booked(request)
    expect(result).toMatchObject({ id: request.id, amount: '300', playerBalance: '700', poolBalance: '300' })
    expect(await world.balance(player)).toBe(700n)
    const { events } = await allEvents()
    const event = playEvents.stakeBooked.parse(events.find(({ seq }) => seq === result?.seq))
    expect(event.data).toMatchObject({
      ...offering,
      ticketId: request.id,
      details: request.details,
      playerBalance: '700',
    })
    expect(event.data.player).toMatchObject({ id: player, ancestry: { admin: offering.adminId } })
    const statement = await world.ledger.statement(player, { page: 1, size: 1 })
    expect(statement.rows[0]).toMatchObject({ kind: 'stake', amount: -300n, balance: 700n })
  })

  it('never overdraws the wallet with concurrent stakes on two instances', async () => {
    const { players, play } = await createTable(world, [100n])
    const other = await world.startAnother()
    const calls = times(40, index =>
      (index % 2 ? other : world.ledger).play(times(5, () => play.stake(players[0] ?? '', 1))),
    )
    const outcomes = outcomesOf((await Promise.all(calls)).flat())
    expect(outcomes.filter(one => one === 'booked')).toHaveLength(100)
    expect(new Set(outcomes)).toEqual(new Set(['booked', 'INSUFFICIENT']))
    expect(await world.balance(players[0] ?? '')).toBe(0n)
  })

  it('is booked once per id: within one call, across calls and after a restart', async () => {
    const { players, play } = await createTable(world, [100n])
    const request = play.stake(players[0] ?? '', 7)
    const other = await world.startAnother()
    const calls = times(20, index => (index % 2 ? other : world.ledger).play([request, request]))
    const results = (await Promise.all(calls)).flat() as Booked[]
    expect(results.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(new Set(results.map(({ seq, playerBalance }) => `${seq} ${playerBalance}`)).size).toBe(1)
    expect(await world.balance(players[0] ?? '')).toBe(93n)

    const restarted = await world.restart()
    await booked(play.close('d1', 0))
    // A retry after the gate closed, with the current gate version, returns the first result.
    const [again] = await restarted.play([{ ...request, gateVersion: 1, notAfter: new Date(0).toISOString() }])
    expect(again).toMatchObject({ outcome: 'booked', replayed: true, playerBalance: '93' })
    expect(outcomesOf(await post({ ...request, amount: '8' }))).toEqual(['KEY_REUSED'])
  })

  it('is rejected after its gate closed, after its deadline, and without funds', async () => {
    const { players, play } = await createTable(world, [100n])
    const [player = ''] = players
    const outcomes = await post(
      play.stake(player, 1),
      play.stake(player, 1, { gateVersion: 1 }),
      play.stake(player, 1, { notAfter: new Date(Date.now() - 50).toISOString() }),
      play.stake(player, 100),
      play.close('d1', 0),
      play.stake(player, 1),
      play.stake(player, 1, { gateVersion: 1 }),
      play.stake('nobody', 1, { gateVersion: 1 }),
    )
    expect(outcomesOf(outcomes)).toEqual([
      ...['booked', 'DRAW_CLOSED', 'TOO_LATE', 'INSUFFICIENT', 'booked', 'DRAW_CLOSED', 'booked', 'MISSING_WALLET'],
    ])
    expect(await world.balance(player)).toBe(98n)
  })

  it('reads accounts of its game that do not exist yet once', async () => {
    const { players, play } = await createTable(world, [100n])
    const [player = ''] = players
    await booked(play.stake(player, 10))
    let reads = 0
    const count = ({ commandName, command }: CommandStartedEvent) => {
      if (commandName === 'find' && command.find === 'external_accounts') reads++
    }
    world.mongo.client.on('commandStarted', count)
    await booked(play.stake(player, 10))
    world.mongo.client.off('commandStarted', count)
    expect(reads).toBe(0)
  })

  it('is dated by the database clock even if a local clock was ahead at an earlier posting', async () => {
    const { players, play } = await createTable(world, [100n])
    const [player = ''] = players
    const first = play.stake(player, 10)
    await booked(first)
    const right = Date.now
    const ahead = vi.spyOn(Date, 'now').mockImplementation(() => right() + 5_000)
    try {
      await booked(play.settle([[first.id, 10]]), play.claim(player, [[first.id, 10]]))
    } finally {
      ahead.mockRestore()
    }
    const [stake] = await booked(play.stake(player, 1))
    const { events } = await allEvents()
    const at = Date.parse(events.find(({ seq }) => seq === stake?.seq)?.at ?? '')
    expect(at).toBeLessThan(Date.now() + 1_000)
  })

  it('is booked although the clock of the database was an hour ahead for a while', async () => {
    const { players, play } = await createTable(world, [100n])
    const [player = ''] = players
    const ahead = await world.restart({ clock: clockOf(() => Date.now() + 3_600_000) })
    const until = (ms: number) => ({ notAfter: new Date(Date.now() + ms).toISOString() })
    const stakes = [3_660_000, 3_599_000].map(ms => play.stake(player, 10, until(ms)))
    expect(outcomesOf(await ahead.play(stakes))).toEqual(['booked', 'TOO_LATE'])
    await world.restart()
    expect(outcomesOf(await post(play.stake(player, 1, until(10_000))))).toEqual(['booked'])
    const { rows } = await world.ledger.statement(player, { page: 1, size: 10 })
    const times = rows.map(({ createdAt }) => createdAt.getTime())
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(Math.max(...times)).toBeLessThan(Date.now() + 10_000)
  })

  it('has random bytes of its own that its event publishes and its result does not show', async () => {
    const { players, play } = await createTable(world, [100n])
    const requests = times(3, () => play.stake(players[0] ?? '', 1))
    const results = await booked(...requests, ...requests)
    const other = await world.startAnother()
    const from = (results[0]?.seq ?? 0) - 1
    const [cached, stored] = await Promise.all([world.ledger.playFeed(from, 3), other.playFeed(from, 3)])
    expect(cached.events).toEqual(stored.events)
    const salts = stored.events.map(event => playEvents.stakeBooked.parse(event).data.salt ?? '')
    expect(new Set(salts).size).toBe(3)
    for (const salt of salts) {
      expect(salt).toMatch(/^[0-9a-f]{32}$/)
      expect(JSON.stringify(results)).not.toContain(salt)
    }
  })

  it('is rejected immediately on every instance when the player or an ancestor is suspended', async () => {
    const { master, players, play } = await createTable(world, [100n, 100n])
    const [one = '', two = ''] = players
    const other = await world.startAnother()
    await booked(play.stake(one, 1), play.stake(two, 1))
    await other.play([play.stake(one, 1)])
    await world.ledger.change({ walletId: one, status: 'frozen' })
    expect(outcomesOf(await other.play([play.stake(one, 1), play.stake(two, 1)]))).toEqual(['FROZEN', 'booked'])
    await other.change({ walletId: master, status: 'frozen' })
    expect(outcomesOf(await post(play.stake(two, 1)))).toEqual(['FROZEN'])
    await world.ledger.change({ walletId: master, status: 'active' })
    expect(outcomesOf(await other.play([play.stake(two, 1)]))).toEqual(['booked'])
    expect([await world.balance(one), await world.balance(two)]).toEqual([98n, 97n])
  })

  it('is rejected for a player of another admin', async () => {
    const { players } = await createTable(world, [100n])
    const { play } = await createTable(world, [])
    expect(outcomesOf(await post(play.stake(players[0] ?? '', 1)))).toEqual(['MISSING_WALLET'])
  })
})

describe('a gate', () => {
  it('is closed once per draw, and its event follows all stakes of the draw', async () => {
    const { offering, players, play } = await createTable(world, [1_000n])
    const stakes = times(30, () => play.stake(players[0] ?? '', 1))
    const racing = world.ledger.play(stakes)
    const other = await world.startAnother()
    const [closing] = (await other.play([play.close('d1', 0)])) as Booked[]
    await other.play([play.close('d1', 0)])
    const outcomes = await racing
    const seqs = outcomes.flatMap(result => (result.outcome === 'booked' ? [result.seq] : []))
    expect(seqs.every(seq => seq < (closing?.seq ?? 0))).toBe(true)
    expect(outcomesOf(outcomes).filter(one => one !== 'booked' && one !== 'DRAW_CLOSED')).toEqual([])
    const { pools } = await world.ledger.pools([offering, { adminId: 'x', gameId: 'y' }])
    expect(pools).toMatchObject([{ ...offering, gateVersion: 1 }])
    expect(outcomesOf(await post(play.close('d2', 0)))).toEqual(['DRAW_CLOSED'])
    const { events } = await allEvents()
    const closings = events
      .filter(({ type }) => type === 'play.gate.closed.v1')
      .map(event => playEvents.gateClosed.parse(event))
    expect(closings.filter(({ data }) => data.gameId === offering.gameId)).toHaveLength(1)
  })

  it('publishes the pool balance and the details of the moment of closing', async () => {
    const { offering, players, play } = await createTable(world, [1_000n])
    const close = { ...play.close('d1', 0), details: { percentage: '1000' } }
    await booked(play.stake(players[0] ?? '', 300), play.add(50), close, play.reset())
    await booked({ ...close, details: { percentage: '9999' } })
    const { events } = await allEvents()
    const closings = events.filter(({ type }) => type === 'play.gate.closed.v1').map(({ data }) => data)
    expect(closings.filter(data => (data as { gameId: string }).gameId === offering.gameId)).toEqual([
      { ...offering, drawId: 'd1', gateVersion: 1, poolBalance: '350', details: { percentage: '1000' } },
    ])
  })
})

describe('wins', () => {
  it('move from the pool to the player, and back after a correction as far as the balance covers it', async () => {
    const { offering, players, play } = await createTable(world, [100n])
    const [player = ''] = players
    const ticket = play.stake(player, 60)
    await booked(ticket, play.settle([[ticket.id, 500]]), play.claim(player, [[ticket.id, 500]]))
    expect(await world.balance(player)).toBe(540n)
    await booked(play.settle([[ticket.id, -480]], 2), play.stake(player, 200))
    const [recovery] = await booked(play.recover(player, [ticket.id, 480]))
    expect(recovery).toMatchObject({ amount: '340', playerBalance: '0' })
    const [nothing] = await booked(play.recover(player, [ticket.id, 140]))
    expect(nothing).toMatchObject({ amount: '0', playerBalance: '0' })
    const { pools } = await world.ledger.pools([offering])
    expect(pools).toMatchObject([{ poolBalance: 240n, winsBalance: -140n }])
    const { rows } = await world.ledger.statement(player, { page: 1, size: 3 })
    expect(rows.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['correction', -340n],
      ['stake', -200n],
      ['win', 500n],
    ])
  })

  it('are paid to a suspended player, whose stakes stay rejected', async () => {
    const { players, play } = await createTable(world, [10n])
    const [player = ''] = players
    const ticket = play.stake(player, 1)
    await booked(ticket)
    await world.ledger.change({ walletId: player, status: 'frozen' })
    const won = [[ticket.id, 5]] as const
    expect(outcomesOf(await post(play.settle(won), play.claim(player, won), play.stake(player, 1)))).toEqual([
      ...['booked', 'booked', 'FROZEN'],
    ])
    expect(await world.balance(player)).toBe(14n)
  })
})

describe('a closed wallet', () => {
  const close = (from: string, to: string, entries?: bigint, ledger = world.ledger) =>
    ledger.close({
      source: walletRef(from),
      destination: walletRef(to),
      ...(entries === undefined ? {} : { entries }),
      actor: someActor,
      note: '',
      correlationId: 'test',
    })

  it('is closed despite later transfers, but not after a later stake', async () => {
    const { master, players, refOf, play } = await createTable(world, [100n])
    const [player = ''] = players
    const other = await world.startAnother()
    await booked(play.stake(player, 10))
    await expect(close(player, master, 1n, other)).rejects.toMatchObject({ reason: 'SCOPE_CHANGED' })
    await world.ledger.transfer(transferOf({ from: refOf(player), to: master, amount: 5n }))
    await world.ledger.transfer(transferOf({ from: master, to: refOf(player), amount: 1n }))
    expect(await close(player, master, 2n, other)).toMatchObject({ returned: 86n })
    expect(await world.balance(master)).toBe(90n)
  })

  it('passes later wins to its heir on any instance, and at the top to the issuer', async () => {
    const { offering, master, players, play } = await createTable(world, [100n, 100n])
    const [one = '', two = ''] = players
    const tickets = [play.stake(one, 10), play.stake(two, 10)]
    await booked(...tickets)
    await close(one, master)
    // Not an ancestor of the player: the parent has been moved since.
    const moved = await world.wallet()
    await close(two, moved)
    await close(moved, issuerId)
    const [first, second] = tickets.map(({ id }) => [[id, 300]] as const)
    const other = await world.restart()
    const claims = [play.claim(one, first ?? []), play.claim(two, second ?? [])]
    expect(outcomesOf(await other.play([play.settle([...(first ?? []), ...(second ?? [])], 2), ...claims]))).toEqual([
      ...['booked', 'booked', 'booked'],
    ])
    expect(await world.balance(master)).toBe(390n)
    await close(master, issuerId)
    await booked(play.settle(first ?? [], 3), play.claim(one, first ?? []))
    expect([await world.balance(one), await world.balance(two), await world.balance(master)]).toEqual([0n, 0n, 0n])
    expect((await world.ledger.pools([offering])).pools).toMatchObject([{ winsBalance: 0n }])
    // Retries return the first results.
    expect(outcomesOf(await post(...claims))).toEqual(['booked', 'booked'])
    expect(await world.ledger.conservation()).toMatchObject({ difference: 0n })
  })
})

describe('a pool', () => {
  it('is filled by the issuer and reset to 0 from a positive or negative balance', async () => {
    const { offering, players, play } = await createTable(world, [100n])
    const ticket = play.stake(players[0] ?? '', 100)
    await booked(ticket)
    expect(await booked(play.add(400), play.settle([[ticket.id, 800]]), play.reset(), play.reset())).toMatchObject([
      { amount: '400', poolBalance: '500' },
      { amount: '800', poolBalance: '-300' },
      { amount: '-300', poolBalance: '0' },
      { amount: '0', poolBalance: '0' },
    ])
    expect((await world.ledger.pools([offering])).pools).toMatchObject([{ poolBalance: 0n, winsBalance: 800n }])
  })
})

describe('the key of a bet', () => {
  it('leaves no row without funds, and is booked once the funds are there', async () => {
    const { players, refOf, play } = await createTable(world, [10n])
    const [player = ''] = players
    const rows = await transfersOf(world.db).countDocuments()
    const requests = times(300, () => play.stake(player, 11))
    const [request = play.stake(player, 11)] = requests
    expect(new Set(outcomesOf(await post(...requests)))).toEqual(new Set(['INSUFFICIENT']))
    expect((await post(request))[0]).not.toHaveProperty('verdict')
    expect(await transfersOf(world.db).countDocuments()).toBe(rows)
    expect(await world.ledger.outcome(request.by.id, request.id)).toBe('unknown')
    await world.ledger.transfer(transferOf({ from: issuerId, to: refOf(player), amount: 5n, kind: 'generated' }))
    const other = await world.restart()
    expect(await other.play([request])).toMatchObject([{ outcome: 'booked', replayed: false, playerBalance: '4' }])
    // The funds are gone again: the booked key is still recognised.
    expect(await post(request, play.stake(player, 11))).toMatchObject([
      ...[{ outcome: 'booked', replayed: true }, { outcome: 'refused' }],
    ])
  })

  it('replays its booking on an instance that has not seen it, although the funds are spent', async () => {
    const { players, play } = await createTable(world, [10n])
    const request = play.stake(players[0] ?? '', 10)
    await booked(request)
    const other = await world.restart()
    expect(await other.play([request])).toMatchObject([{ outcome: 'booked', replayed: true, playerBalance: '0' }])
    expect(await other.outcome(request.by.id, request.id)).toBe('booked')
  })

  it('can be retried after a temporary rejection, and after any rejection of a system request', async () => {
    const { master, players, refOf, play } = await createTable(world, [10n])
    const [player = ''] = players
    const request = play.stake(player, 1)
    await world.ledger.change({ walletId: master, status: 'frozen' })
    expect(outcomesOf(await post(request))).toEqual(['FROZEN'])
    await world.ledger.change({ walletId: master, status: 'active' })
    expect(outcomesOf(await post(request))).toEqual(['booked'])
    const system = play.stake(player, 11, { by: { id: 'svc-live', username: 'svc-live', role: 'system' } })
    expect(outcomesOf(await post(system))).toEqual(['INSUFFICIENT'])
    await world.ledger.transfer(transferOf({ from: issuerId, to: refOf(player), amount: 500n, kind: 'generated' }))
    expect(outcomesOf(await post(system))).toEqual(['booked'])
  })
})

describe('requests of one call', () => {
  it('keep their order, and a poison request fails alone', async () => {
    const { players, play } = await createTable(world, [100n])
    const [player = ''] = players
    const huge = 'x'.repeat(9_000)
    const results = await post(
      play.stake(player, 60),
      play.stake(player, 50),
      play.stake(player, 1, { details: { huge } }),
      play.claim(player, [['nothing', 10]]),
      // The schema of the endpoint prevents this: its decision throws.
      play.stake(player, 1, { amount: 'one' }),
      play.stake(player, 40),
    )
    expect(outcomesOf(results)).toEqual(['booked', 'INSUFFICIENT', 'LIMIT', 'NOT_WON', 'NOT_BOOKED', 'booked'])
    const seqs = results.flatMap(result => (result.outcome === 'booked' ? [result.seq] : []))
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b))
  })

  it('can be 500 stakes of many players', async () => {
    const { players, play } = await createTable(
      world,
      times(50, () => 1_000n),
    )
    const requests = times(500, index => play.stake(players[index % 50] ?? '', 2))
    // Under load some outcomes are unknown: retries book them, none twice.
    await expect.poll(async () => new Set(outcomesOf(await post(...requests)))).toEqual(new Set(['booked']))
    expect(await world.balance(players[0] ?? '')).toBe(980n)
  })
})

describe('the play feed', () => {
  it('is gapless, its events match their contracts, and all balances sum to zero', async () => {
    const { head, events } = await allEvents()
    expect(events.map(({ seq }) => seq)).toEqual(times(head, index => index + 1))
    const schemas = new Map(Object.values(playEvents).map(event => [event.shape.type.value as string, event]))
    for (const event of events) expect(schemas.get(event.type)?.safeParse(event).success, event.type).toBe(true)
    expect((await world.ledger.playFeed(10, 5)).events.map(({ seq }) => seq)).toEqual([11, 12, 13, 14, 15])
    expect(await world.ledger.conservation()).toMatchObject({ difference: 0n })
    expect(await world.faults()).toEqual([])
  })
})
