import type { Actor } from '@cascade/service-kit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CashCalls, makeCashCalls, type Payment } from '../testing/cash'
import { makeChain } from '../testing/make-accounts'
import { holdsForAll } from '../testing/sequences'
import { makeWorld, type World } from '../testing/world'

let world: World
let master: Actor
let cash: CashCalls

beforeAll(async () => {
  world = await makeWorld()
  const chain = await makeChain(world)
  master = await world.actorOf(chain.master.username)
  cash = makeCashCalls(world, chain, master)
})
afterAll(() => world.close())

describe('a current account', () => {
  it('adds up after 32 payments at the same time', async () => {
    const userId = await cash.newPlayer()
    const payments = Array.from({ length: 32 }, (_, index) =>
      cash.record(userId, { amount: index + 0.5, direction: index % 3 === 0 ? 'received' : 'paid' }),
    )
    const answers = await Promise.all(payments)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await cash.expectSound(userId)).toHaveLength(32)
  })

  it('adds up after any sequence of payments, reversals and repetitions', async () => {
    type Step = { act: 'received' | 'paid' | 'reverse' | 'repeat'; amount: number; at: number }
    const operation = fc.record<Step>({
      act: fc.constantFrom('received', 'paid', 'reverse', 'repeat'),
      amount: fc.integer({ min: 1, max: 1_000_000 }).map(hundredths => hundredths / 100),
      at: fc.nat(7),
    })
    let run = 0
    await holdsForAll({ operation, maxLength: 10, runs: 8 }, async steps => {
      const userId = await cash.newPlayer()
      run += 1
      const made: { cashId: string; payment: Payment; isReversed: boolean }[] = []
      let expected = 0
      for (const [index, { act, amount, at }] of steps.entries()) {
        const earlier = made[at % Math.max(1, made.length)]
        if (act === 'received' || act === 'paid') {
          const payment = { amount, direction: act, key: `${run}-${userId}-${index}` }
          made.push({ cashId: (await cash.record(userId, payment)).body.data.cashId, payment, isReversed: false })
          expected += 1
        } else if (earlier && act === 'repeat') {
          const { body } = await cash.record(userId, earlier.payment)
          expect(body.data.cashId).toBe(earlier.cashId)
        } else if (earlier) {
          const before = (await cash.read(userId)).account.balance
          const { status, body } = await cash.reverse(earlier.cashId)
          expect(status).toBe(earlier.isReversed ? 409 : 200)
          if (earlier.isReversed) continue
          earlier.isReversed = true
          expected += 1
          const { amount: reversed = 0, direction } = earlier.payment
          const restored = before - (direction === 'paid' ? reversed : -reversed)
          expect(body.data.balance).toBe(Math.round(restored * 100) / 100)
        }
      }
      expect(await cash.expectSound(userId)).toHaveLength(expected)
    })
  })

  it('has one entry for a payment repeated in two instances', async () => {
    const userId = await cash.newPlayer()
    const other = await world.startAnother()
    const body = { userId, amount: 5, direction: 'paid', note: '' }
    const headers = { 'idempotency-key': 'two' }
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        index % 2 === 0
          ? world.call('POST /cash', { as: master, body, headers })
          : other.call(master, 'POST /cash', body, headers),
      ),
    )
    await other.stop()
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await cash.expectSound(userId)).toHaveLength(1)
  })

  it('has one reversal of a payment for 8 callers', async () => {
    const userId = await cash.newPlayer()
    const { cashId } = (await cash.record(userId)).body.data
    await cash.reverse(cashId, { password: 'warm up' })
    const answers = await Promise.all(Array.from({ length: 8 }, () => cash.reverse(cashId)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
    expect(await cash.expectSound(userId)).toHaveLength(2)
  })
})
