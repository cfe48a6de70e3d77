import { afterAll, describe, expect, it, vi } from 'vitest'
import type { Limits } from './limits'
import { clockOf, createLedgerWorld } from './testing/ledger-world'
import { collectOutcomes } from './testing/outcomes'
import { type Booked, createTable, outcomesOf } from './testing/play-requests'
import { someActor, transferOf, walletRef } from './testing/requests'

const world = await createLedgerWorld()
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))
type Maxima = { [N in keyof Limits]: Limits[N] | null }

async function setLimits(walletId: string, set: Maxima, role = 'player', ledger = world.ledger) {
  const { limits } = await ledger.limits(walletId)
  const scopeVersion = (await ledger.wallets([walletId])).get(walletId)?.scopeVersion ?? 0
  return ledger.setLimits({ walletId, role }, { set, by: someActor, version: limits.version, scopeVersion }, [])
}

const countOf = (outcomes: readonly string[], outcome: string) => outcomes.filter(each => each === outcome).length

describe('limits in the ledger', () => {
  it('are exact with 64 callers on one wallet and two instances', async () => {
    const { offering, master, players, play, refOf } = await createTable(world, [1_000n, 1_000n])
    const [one = '', two = ''] = players
    const other = await world.startAnother()
    await setLimits(one, { stakeDayMax: 100n })
    await setLimits(master, { stakeDayMax: 150n }, 'master')
    await setLimits(master, { giveDayMax: 50n, stakeDayMax: 150n }, 'master')
    const ledgerOf = (index: number) => (index % 2 ? other : world.ledger)
    const bets = (player: string) => times(64, index => ledgerOf(index).play([play.stake(player, 2)]))
    const outcomes = outcomesOf((await Promise.all(bets(one))).flat())
    expect([countOf(outcomes, 'booked'), countOf(outcomes, 'STAKE_LIMIT')]).toEqual([50, 14])
    const below = outcomesOf((await Promise.all(bets(two))).flat())
    expect([countOf(below, 'booked'), countOf(below, 'STAKE_LIMIT')]).toEqual([25, 39])
    expect((await world.ledger.limits(master)).use).toMatchObject({ stakes: 150n, wins: 0n })

    const superadmin = await world.wallet(1_000n)
    await world.ledger.transfer(
      transferOf({
        from: superadmin,
        to: { ...walletRef(master), ancestry: { admin: offering.adminId } },
        amount: 100n,
      }),
    )
    const from = { ...walletRef(master), ancestry: { admin: offering.adminId } }
    const transfers = await collectOutcomes(
      times(64, index => ledgerOf(index).transfer(transferOf({ from, to: refOf(two), amount: 1n }))),
    )
    expect([transfers.ok.length, new Set(transfers.reasons)]).toEqual([50, new Set(['GIVE_LIMIT'])])
  })

  it('count the day so far below an account whose players bet while it gets its limit', async () => {
    const { master, players, play } = await createTable(
      world,
      times(8, () => 1_000n),
    )
    const other = await world.startAnother()
    let isOver = false
    let stakes = 0
    const load = players.map(async (player, index) => {
      while (!isOver) {
        const bet = play.stake(player, 1)
        const results = await (index % 2 ? other : world.ledger).play([bet, play.settle([[bet.id, 1]])])
        if (outcomesOf(results)[0] === 'booked') stakes++
      }
    })
    for (let round = 0; round < 4; round++) {
      const before = stakes
      await vi.waitFor(() => expect(stakes).toBeGreaterThan(before + 20), { timeout: 20_000 })
      await setLimits(master, round % 2 ? { lossDayMax: null } : { lossDayMax: 1_000n }, 'master')
    }
    await setLimits(master, { stakeDayMax: 8_000n }, 'master')
    isOver = true
    await Promise.all(load)
    const sum = BigInt(stakes)
    expect((await world.ledger.limits(master)).use).toMatchObject({ stakes: sum, wins: sum })
  })

  it('follow wins at their settlement, also after a restart, and corrections', async () => {
    const { master, players, play } = await createTable(world, [1_000n])
    const [player = ''] = players
    await setLimits(player, { lossDayMax: 100n })
    await setLimits(master, { lossDayMax: 120n }, 'master')
    const bet = play.stake(player, 100)
    const bets = async (amount: number) => outcomesOf(await world.ledger.play([play.stake(player, amount)]))[0]
    await world.ledger.play([bet])
    expect(await bets(1)).toBe('LOSS_LIMIT')
    await world.restart()
    await world.ledger.play([play.settle([[bet.id, 40]])])
    expect(await bets(41)).toBe('LOSS_LIMIT')
    expect(await bets(40)).toBe('booked')
    await world.restart()
    await world.ledger.play([play.settle([[bet.id, -10]], 2)])
    expect((await world.ledger.limits(master)).use).toMatchObject({ stakes: 140n, wins: 30n })
    expect((await world.ledger.limits(player)).use).toMatchObject({ stakes: 140n, wins: 30n })
  })

  it('begin anew at midnight of the business day', async () => {
    let now = Date.parse('2026-03-01T23:59:58Z')
    const clock = clockOf(() => now)
    const books = await createLedgerWorld({ clock })
    try {
      const { players, play } = await createTable(books, [1_000n])
      const [player = ''] = players
      const scopeVersion = 1
      const change = { set: { stakeDayMax: 10n }, by: someActor, version: 0, scopeVersion }
      await books.ledger.setLimits({ walletId: player, role: 'player' }, change, [])
      const bet = async (count: number) =>
        outcomesOf((await Promise.all(times(count, () => books.ledger.play([play.stake(player, 1)])))).flat())
      expect(countOf(await bet(64), 'booked')).toBe(10)
      now += 2_000
      expect(countOf(await bet(64), 'booked')).toBe(10)
      expect((await books.ledger.limits(player)).use).toMatchObject({ day: '2026-03-02', stakes: 10n })
    } finally {
      await books.close()
    }
  })

  it('keep the rejection of a transfer under its key, and none of a bet', async () => {
    const { players, play, refOf } = await createTable(world, [10n])
    const [player = ''] = players
    const payer = await world.wallet(100n)
    await setLimits(player, { balanceMax: 50n, stakeDayMax: 1n })
    const request = transferOf({ from: payer, to: refOf(player), amount: 41n })
    const rejection = {
      reason: 'BALANCE_LIMIT',
      verdict: 'refused',
      message: 'Beyond the balance limit of the account: it takes 0.40 points more.',
    }
    await expect(world.ledger.transfer(request)).rejects.toMatchObject(rejection)
    const bet = play.stake(player, 2)
    expect(outcomesOf(await world.ledger.play([bet]))).toEqual(['STAKE_LIMIT'])
    await setLimits(player, { balanceMax: null, stakeDayMax: null })
    await expect(world.ledger.transfer(request)).rejects.toMatchObject(rejection)
    expect(((await world.ledger.play([bet])) as Booked[])[0]?.outcome).toBe('booked')
  })
})
