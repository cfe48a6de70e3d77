import { type AccountRow, accountsOf } from '@cascade/service-kit'
import type { Db } from 'mongodb'

/** How old an account may be that a bet is checked by; whether it may stake at all is the ledger's to say. */
const freshMs = 1_000
const mostEntries = 50_000

export type AccountCopy = ReturnType<typeof createAccountCopy>

/** Accounts as they were a moment ago, so that a player who bets often is not read for each bet. */
export function createAccountCopy(db: Db, limit = mostEntries) {
  const kept = new Map<string, { account: Promise<AccountRow | null>; readAtMs: number }>()

  return {
    async recent(accountId: string): Promise<AccountRow | null> {
      const nowMs = performance.now()
      const known = kept.get(accountId)
      if (known && nowMs - known.readAtMs < freshMs) return known.account
      const account = accountsOf(db).findOne({ _id: accountId })
      kept.delete(accountId)
      kept.set(accountId, { account, readAtMs: nowMs })
      account.catch(() => kept.delete(accountId))
      for (const oldest of kept.keys()) {
        if (kept.size <= limit) break
        kept.delete(oldest)
      }
      return account
    },
  }
}
