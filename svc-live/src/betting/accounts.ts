import type { Ancestry } from '@cascade/contracts/accounts'
import type { Rates } from '@cascade/contracts/live'
import { type AccountRow, accountsOf, createGroupedRead, type Tx } from '@cascade/service-kit'
import type { Db } from 'mongodb'

/** Maximum age of a cached account. Whether a player may stake at all is decided by the ledger. */
const freshMs = 1_000

/** Short-lived cache of accounts, so that a player who bets often is not read for each bet. */
export function createAccountCache(db: Db) {
  const read = createGroupedRead(async ids => {
    const found = await accountsOf(db)
      .find({ _id: { $in: ids } })
      .toArray()
    return new Map(found.map(row => [row._id, row]))
  })
  /** Ends as a whole, so that players who bet at the same time are read together again. */
  let cache = { sinceMs: Number.NEGATIVE_INFINITY, accounts: new Map<string, Promise<AccountRow | null>>() }

  return {
    /**
     * Payees of deleted players among `playerIds`: the next account above that exists, the same rule as in the ledger.
     */
    async findHeirs(playerIds: readonly string[], tx?: Tx): Promise<Map<string, Heir>> {
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
      return new Map(players.map(id => [id, resolveHeir(rows, id)]))
    },

    /**
     * Commission rates of players and their ancestors, as currently replicated.
     * @returns basis points by player; 0 for an unknown account
     */
    async findRates(players: readonly RatedPlayer[], tx: Tx): Promise<(player: RatedPlayer) => Rates> {
      const ids = [...new Set(players.flatMap(({ id, ancestry }) => [id, ...Object.values(ancestry)]))]
      const options = { projection: { commissionBp: 1 }, session: tx }
      const rows =
        ids.length === 0
          ? []
          : await accountsOf(db)
              .find({ _id: { $in: ids } }, options)
              .toArray()
      const rates = new Map(rows.map(({ _id, commissionBp }) => [_id, commissionBp]))
      const rateOf = (id: string | undefined) => (id ? (rates.get(id) ?? 0) : 0)
      return ({ id, ancestry: { superareamanager, areamanager, master } }) => ({
        superareamanager: rateOf(superareamanager),
        areamanager: rateOf(areamanager),
        master: rateOf(master),
        player: rateOf(id),
      })
    },

    async find(accountId: string): Promise<AccountRow | null> {
      const nowMs = performance.now()
      if (nowMs - cache.sinceMs > freshMs) cache = { sinceMs: nowMs, accounts: new Map() }
      const { accounts } = cache
      const cached = accounts.get(accountId)
      if (cached) return cached
      const account = read([accountId]).then(found => found.get(accountId) ?? null)
      accounts.set(accountId, account)
      account.catch(() => accounts.delete(accountId))
      return account
    },
  }
}

type RatedPlayer = { id: string; ancestry: Ancestry }

export type Heir = { accountId: string; username: string }

/** The points of a deleted superadmin return to the issuer. */
const issuer: Heir = { accountId: 'issuer', username: 'issuer' }

function resolveHeir(rows: ReadonlyMap<string, AccountRow>, id: string | null): Heir {
  const row = id === null ? undefined : rows.get(id)
  if (!row) return issuer
  return row.deleted ? resolveHeir(rows, row.parentId) : { accountId: row._id, username: row.username }
}
