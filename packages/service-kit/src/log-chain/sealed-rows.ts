import type { SealedRow } from '@cascade/contracts/accounts'
import type { ClientSession, Db, Document } from 'mongodb'
import { leafOf } from './chain'

const dayMs = 86_400_000

/** Sealed besides the history, as no transfer proves them: credit lines, credit moves between admins, the policy. */
const states = { wallets: { creditLine: { $exists: true } }, credit_moves: {}, policy: {} } as const

/** Of a wallet the credit line is sealed, of history all but `deletedAt`, which comes with the deletion. */
const leafIn = (of: string, { deletedAt, ...row }: Document) =>
  leafOf(of === 'wallets' ? { creditLine: row.creditLine } : row)

const keyOf = ({ of, id }: Pick<SealedRow, 'of' | 'id'>) => `${of} ${id}`

async function readRows(accounts: Db, of: string, filter: Document, session?: ClientSession): Promise<SealedRow[]> {
  const rows = await accounts.collection(of).find(filter, { session }).toArray()
  return rows.map(row => ({ of, id: String(row._id), leaf: leafIn(of, row) }))
}

/** The rows that events of svc-accounts were written with, as they are now. @param events rows of its outbox */
export async function readChangedRows(
  accounts: Db,
  events: readonly Document[],
  session?: ClientSession,
): Promise<SealedRow[]> {
  const changes = events.filter(({ type }) => type.startsWith('accounts.account.')).map(({ data }) => data)
  const $in = changes.map(({ accountId }) => accountId)
  const history = changes.map(({ accountId, version }) => `${accountId}|${String(version).padStart(12, '0')}`)
  // With the first event, because the policy may be older than its events.
  const isPolicy = events.some(({ type, seq }) => type.startsWith('accounts.authority.') || Number(seq) === 1)
  return [
    ...(await readRows(accounts, 'account_history', { _id: { $in: history } }, session)),
    ...(await readRows(accounts, 'wallets', { _id: { $in }, ...states.wallets }, session)),
    ...(await readRows(accounts, 'credit_moves', { root: { $in } }, session)),
    ...(isPolicy ? await readRows(accounts, 'policy', {}, session) : []),
  ]
}

/** `deletedRetentionDays`: `DELETED_KEPT_DAYS`; the history of accounts that were deleted earlier may be missing. */
export type LedgerSources = { accounts: Db; deletedRetentionDays: number }

/** Compares sealed rows with what is stored, except for what changed since the last seal. */
export function createRowVerification({ accounts, deletedRetentionDays }: LedgerSources, fail: (text: string) => void) {
  const newest = new Map<string, string>()
  let historyRows = 0

  async function isExpired(historyId: string, sealedAt: Date): Promise<boolean> {
    const _id = historyId.slice(0, historyId.indexOf('|'))
    const account = await accounts.collection<{ _id: string; deletedAt?: Date }>('accounts').findOne({ _id })
    const before = Date.now() - deletedRetentionDays * dayMs
    return [sealedAt, account?.deletedAt].every(at => at && at.getTime() < before)
  }

  return {
    async add(rows: readonly SealedRow[], at: Date) {
      const history = rows.filter(({ of }) => of === 'account_history')
      for (const row of rows) if (!history.includes(row)) newest.set(keyOf(row), row.leaf)
      if (history.length === 0) return
      const found = await readRows(accounts, 'account_history', { _id: { $in: history.map(({ id }) => id) } })
      const leaves = new Map(found.map(({ id, leaf }) => [id, leaf]))
      for (const { id, leaf } of history)
        if (leaves.get(id) !== leaf && (leaves.has(id) || !(await isExpired(id, at))))
          fail(`Row ${id} of account_history was ${leaves.has(id) ? 'changed' : 'deleted'}.`)
      historyRows += found.length
    },

    /** @param after number of the last event whose rows are sealed */
    async finish(after: number, session: ClientSession) {
      const unsealed = { $or: [{ seq: { $gt: after } }, { todo: 'number' }] }
      const events = await accounts.collection('outbox').find(unsealed, { session }).toArray()
      const changed = await readChangedRows(accounts, events, session)
      const stored = new Map<string, string>()
      for (const [of, filter] of Object.entries(states))
        for (const row of await readRows(accounts, of, filter, session)) stored.set(keyOf(row), row.leaf)
      for (const key of new Set([...stored.keys(), ...newest.keys()]))
        if (stored.get(key) !== newest.get(key) && !changed.some(row => keyOf(row) === key))
          fail(`${key.replace('wallets', 'The credit line of')} is not as it was sealed.`)
      const total = await accounts.collection('account_history').countDocuments({}, { session })
      const inserted = total - historyRows - changed.filter(({ of }) => of === 'account_history').length
      if (inserted > 0) fail(`${inserted} rows of account_history were inserted: no seal has them.`)
    },
  }
}
