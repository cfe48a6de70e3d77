import type { Actor } from '@cascade/service-kit'
import { expect } from 'vitest'
import { type Chain, makeAccount } from './make-accounts'
import { testPassword, type World } from './world'

export type Payment = { amount?: number; direction?: 'received' | 'paid'; note?: string; as?: Actor; key?: string }
type Reversal = { as?: Actor; key?: string; password?: string }
export type CashCalls = ReturnType<typeof makeCashCalls>

const withKey = (key: string | undefined) => (key === undefined ? {} : { headers: { 'idempotency-key': key } })

/** Calls of current accounts, by default as the master of the chain. */
export function makeCashCalls(world: World, chain: Chain, master: Actor) {
  const read = async (userId: string, { as = master, query = '' }: { as?: Actor; query?: string } = {}) =>
    (await world.call(`GET /cash/${userId}${query}`, { as })).body

  return {
    read,
    newPlayer: async () => (await makeAccount(world, 'player', { refId: chain.master._id }))._id,

    record: (userId: string, { amount = 5, direction = 'paid', note = '', as = master, key }: Payment = {}) =>
      world.call('POST /cash', { as, body: { userId, amount, direction, note }, ...withKey(key) }),

    reverse: (cashId: string, { as = master, key, password = testPassword }: Reversal = {}) =>
      world.call(`POST /cash/${cashId}/reverse`, { as, body: { reason: 'wrong', password }, ...withKey(key) }),

    /** Expects the rules that every current account keeps. @returns its entries, oldest first */
    async expectSound(userId: string) {
      const { data, total, account } = await read(userId, { query: '?page=1&size=1000' })
      const entries: { seq: number; amount: number; balance: number }[] = data.toReversed()
      expect(total).toBe(entries.length)
      expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1))
      let sum = 0
      for (const { amount, balance } of entries) {
        sum = Math.round((sum + amount) * 100) / 100
        expect(balance).toBe(sum)
      }
      expect(account).toMatchObject({ balance: sum, opening: 0, closing: sum })
      return entries
    },
  }
}
