import { expect, vi } from 'vitest'
import type { StoredAccount } from '../accounts/account-store'
import type { World } from './world'

/** Waits until the figures of lists have followed the wallets. */
export async function waitForListFigures({ db, ledger }: World): Promise<void> {
  await vi.waitFor(
    async () => {
      const rows = await db.collection<StoredAccount>('accounts').find({ deleted: false }).toArray()
      const balances = await ledger.balances(rows.map(({ _id }) => _id))
      expect(rows.filter(({ _id, points }) => points !== (balances.get(_id) ?? 0n))).toEqual([])
    },
    { timeout: 30_000, interval: 100 },
  )
}
