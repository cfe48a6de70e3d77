import { type AccountRow, accountsOf, type Tx } from '@cascade/service-kit'
import type { Db } from 'mongodb'

/** How old an account may be that a bet is checked by; whether it may stake at all is the ledger's to say. */
const freshMs = 1_000
const mostEntries = 50_000

export type AccountCopy = ReturnType<typeof createAccountCopy>

/** Accounts as they were a moment ago, so that a player who bets often is not read for each bet. */
export function createAccountCopy(db: Db, limit = mostEntries) {
  const kept = new Map<string, { account: Promise<AccountRow | null>; readAtMs: number }>()

  return {
    /** Who is paid instead of those of these players who are deleted, as the ledger does: the next account above. */
    async heirsOf(playerIds: readonly string[], tx?: Tx): Promise<Map<string, Heir>> {
      const rows = new Map<string, AccountRow>()
      const deleted = { _id: { $in: [...new Set(playerIds)] }, deleted: true }
      let found = await accountsOf(db).find(deleted, { session: tx }).toArray()
      const players = found.map(({ _id }) => _id)
      while (found.length > 0) {
        for (const row of found) rows.set(row._id, row)
        const above = found.flatMap(row => (row.deleted && row.parentId) || [])
        const next = [...new Set(above)].filter(id => !rows.has(id))
        found =
          next.length === 0
            ? []
            : await accountsOf(db)
                .find({ _id: { $in: next } }, { session: tx })
                .toArray()
      }
      return new Map(players.map(id => [id, heirIn(rows, id)]))
    },

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

export type Heir = { accountId: string; username: string }

/** Points of a deleted superadmin went back to the issuer. */
const issuer: Heir = { accountId: 'issuer', username: 'issuer' }

function heirIn(rows: ReadonlyMap<string, AccountRow>, id: string | null): Heir {
  const row = id === null ? undefined : rows.get(id)
  if (!row) return issuer
  return row.deleted ? heirIn(rows, row.parentId) : { accountId: row._id, username: row.username }
}
