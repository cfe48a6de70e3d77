import type { Db } from 'mongodb'
import { readAccounts } from '../branch'
import type { LedgerState, QueuedRequest } from '../decide/ledger-state'
import { isExternal } from '../ids'
import { findReversals } from '../store/reversals'
import type { TransferRequest } from '../types'

/** Reads what transfers depend on beside balances: sessions, accounts, and earlier reversals. */
export function readConditions(db: Db, batch: readonly QueuedRequest[], state: LedgerState): Promise<void>[] {
  const transfers = batch.flatMap(({ request }) => (request.type === 'transfer' ? [request] : []))
  const idsOf = (read: (transfer: TransferRequest) => (string | undefined)[]) => [
    ...new Set(transfers.flatMap(read).filter(id => id !== undefined)),
  ]
  const sessionIds = idsOf(({ sessionId }) => [sessionId])
  const accountIds = idsOf(({ source, destination, actor }) => [source.walletId, destination.walletId, actor.id])
  const reversedIds = idsOf(({ reverses }) => [reverses?.transferId])
  return [
    readSessions(db, sessionIds, state),
    readNamedAccounts(
      db,
      accountIds.filter(id => !isExternal(id)),
      state,
    ),
    readReversals(db, reversedIds, state),
  ]
}

async function readSessions(db: Db, ids: readonly string[], { sessions }: LedgerState): Promise<void> {
  if (ids.length === 0) return
  const rows = db.collection<{ _id: string; expiresAt: Date }>('sessions')
  const found = rows.find({ _id: { $in: [...ids] } }, { batchSize: 1_000, maxTimeMS: 2_000 })
  for (const { _id, expiresAt } of await found.toArray()) sessions.set(_id, expiresAt.getTime())
}

async function readNamedAccounts(db: Db, ids: readonly string[], { accounts }: LedgerState): Promise<void> {
  for (const account of await readAccounts(db, ids)) accounts.set(account._id, account)
}

async function readReversals(db: Db, ids: readonly string[], { reversals }: LedgerState): Promise<void> {
  for (const id of (await findReversals(db, ids)).keys()) reversals.add(id)
}
