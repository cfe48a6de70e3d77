import { afterAll, describe, expect, it } from 'vitest'
import { clockOf, createLedgerWorld } from '../testing/ledger-world'
import { transferOf } from '../testing/requests'

const dayMs = 86_400_000
const start = Date.UTC(2026, 0, 1)
let clock = start
const world = await createLedgerWorld({ clock: clockOf(() => clock) })
afterAll(() => world.close())

describe('readBalancesAt', () => {
  it('returns the balance of each wallet at any past moment', async () => {
    const { ledger } = world
    const wallets = await Promise.all(Array.from({ length: 4 }, () => world.wallet()))
    const [a = '', b = '', c = '', idle = ''] = wallets
    const held: Record<string, bigint>[] = []
    const now = { [a]: 0n, [b]: 0n, [c]: 0n, [idle]: 0n }
    const book = async (from: string, to: string, amount: bigint) => {
      await ledger.transfer(transferOf({ from, to, amount, kind: from === 'issuer' ? 'generated' : 'transfer' }))
      if (from in now) now[from] = (now[from] ?? 0n) - amount
      now[to] = (now[to] ?? 0n) + amount
    }
    for (let day = 0; day < 12; day++) {
      clock = start + day * dayMs
      if (day === 0) await book('issuer', a, 1_000n)
      if (day % 2 === 1) await book(a, b, BigInt(day))
      if (day % 3 === 1) for (let times = 0; times < day; times++) await book(a, c, 1n)
      held.push({ ...now })
    }
    for (const [day, expected] of held.entries()) {
      const at = new Date(start + day * dayMs)
      expect(Object.fromEntries(await ledger.balancesAt([...wallets, 'nobody'], at))).toEqual(expected)
    }
    const before = await ledger.balancesAt(wallets, new Date(start - 1))
    expect([...before.values()]).toEqual([0n, 0n, 0n, 0n])
  })
})
