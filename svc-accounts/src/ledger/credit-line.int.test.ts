import { afterAll, describe, expect, it } from 'vitest'
import { createLedgerWorld } from './testing/ledger-world'
import { collectOutcomes } from './testing/outcomes'
import { createTable, outcomesOf } from './testing/play-requests'
import { transferOf, walletRef } from './testing/requests'

const world = await createLedgerWorld()
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

/** An admin with a credit line, players with 10 points that are not issued to the admin, and a superadmin with 10,000. */
async function makeDebtor(line: bigint) {
  const table = await createTable(world, [10n, 10n])
  const { adminId } = table.offering
  const superadmin = await world.wallet(10_000n)
  const below = { ...walletRef(table.master), ancestry: { admin: adminId } }
  const give = (amount: bigint, ledger = world.ledger) =>
    ledger.transfer(transferOf({ from: superadmin, to: below, amount }))
  const takeBack = (amount: bigint) => world.ledger.transfer(transferOf({ from: below, to: superadmin, amount }))
  const setLine = (creditLine: bigint | null) => world.ledger.change({ walletId: adminId, creditLine })
  await setLine(line)
  return { ...table, give, takeBack, setLine, used: () => world.ledger.creditUsed(adminId) }
}

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))
const rejected = (points: string) => ({
  reason: 'CREDIT_LINE',
  verdict: 'refused',
  message: `Beyond the admin's credit line: ${points} points are left.`,
})

describe('the credit line', () => {
  it('limits concurrent credit and pool additions from two instances to the credit line', async () => {
    const { give, play, master, used } = await makeDebtor(100n)
    const other = await world.startAnother()
    const ledgerOf = (index: number) => (index % 2 ? other : world.ledger)
    const [credit, added] = await Promise.all([
      collectOutcomes(times(40, index => give(3n, ledgerOf(index)))),
      Promise.all(times(40, index => ledgerOf(index).play([play.add(3)]))),
    ])
    const outcomes = outcomesOf(added.flat())
    expect(new Set([...credit.reasons, ...outcomes])).toEqual(new Set(['booked', 'CREDIT_LINE']))
    const booked = outcomes.filter(outcome => outcome === 'booked').length
    expect(credit.ok.length + booked).toBe(33)
    expect(await world.balance(master)).toBe(BigInt(credit.ok.length * 3))
    expect(await used()).toBe(99n)
  })

  it('replays a credit-line rejection with its original message after the line was raised', async () => {
    const { offering, play, setLine } = await makeDebtor(100n)
    const request = play.add(101)
    const [first] = await world.ledger.play([request])
    expect(first).toMatchObject(rejected('1.00'))
    await setLine(null)
    const restarted = await world.restart()
    expect(await restarted.play([request])).toEqual([first])
    expect(outcomesOf(await restarted.play([play.add(101)]))).toEqual(['booked'])
    expect(await restarted.creditUsed(offering.adminId)).toBe(101n)
  })

  it('accepts a credit line below the used amount and then only rejects further debt', async () => {
    const { give, takeBack, setLine, play, used } = await makeDebtor(100n)
    await give(80n)
    await setLine(50n)
    await expect(give(1n)).rejects.toMatchObject(rejected('0.00'))
    expect(outcomesOf(await world.ledger.play([play.add(1)]))).toEqual(['CREDIT_LINE'])
    await takeBack(35n)
    await expect(give(6n)).rejects.toMatchObject(rejected('0.05'))
    await give(5n)
    expect(await used()).toBe(50n)
  })

  it('pays wins, corrects results and resets pools with an exhausted credit line, and counts the debt', async () => {
    const { players, play, used } = await makeDebtor(0n)
    const [player = ''] = players
    const bet = play.stake(player, 10)
    const steps = [bet, play.settle([[bet.id, 60]]), play.settle([[bet.id, 20]], 2), play.claim(player, [[bet.id, 80]])]
    expect(outcomesOf(await world.ledger.play(steps))).toEqual(steps.map(() => 'booked'))
    expect(await world.balance(player)).toBe(80n)
    expect(await used()).toBe(70n)
    // Up to the existing debt an addition is free; one point more is a further debt.
    expect(outcomesOf(await world.ledger.play([play.add(71), play.add(30), play.reset()]))).toEqual([
      ...['CREDIT_LINE', 'booked', 'booked'],
    ])
    expect(await used()).toBe(70n)
  })

  it('counts negative pools that the batch does not touch against the credit line', async () => {
    const { offering, players, play, setLine } = await makeDebtor(0n)
    const [player = ''] = players
    const bet = play.stake(player, 10)
    await world.ledger.play([bet, play.settle([[bet.id, 60]])])
    await setLine(60n)
    const elsewhere = (amount: number) => ({ ...play.add(amount), ...offering, gameId: 'another' })
    const restarted = await world.restart()
    expect(outcomesOf(await restarted.play([elsewhere(11), elsewhere(10)]))).toEqual(['CREDIT_LINE', 'booked'])
  })

  it('does not count transfers within one admin subtree or to a superadmin against the credit line', async () => {
    const { offering, master, players, refOf, give, used } = await makeDebtor(10n)
    await give(10n)
    const from = { ...walletRef(master), ancestry: { admin: offering.adminId } }
    const [player = ''] = players
    await world.ledger.transfer(transferOf({ from, to: refOf(player), amount: 10n }))
    await world.wallet(1_000n)
    expect(await used()).toBe(10n)
  })
})
