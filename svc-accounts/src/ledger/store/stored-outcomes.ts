import type { Ancestry } from '@cascade/contracts/accounts'
import type { Db } from 'mongodb'
import { creditUsedOf } from '../credit-line'
import { isExternal, poolIdOf, poolsPrefix, winsIdOf } from '../ids'
import type { KeyOutcome, Player, PoolSummary, TransferResult } from '../types'
import {
  externalsOf,
  fencingTokenOf,
  isPlayRow,
  isRejectionRow,
  keyedRowsOf,
  type RejectionRow,
  type TransferRow,
  walletsOf,
} from './collections'

export function toStoredOutcome({ hash, amount, postings: [source, destination] }: TransferRow) {
  const balanceOf = ({ w, balAfter }: typeof source) => (isExternal(w) ? null : balAfter)
  return { hash, amount, sourceBalance: balanceOf(source), destinationBalance: balanceOf(destination) }
}

export const toStoredRejection = ({ hash, amount, reason, left }: RejectionRow) => ({
  hash,
  amount,
  reason,
  sourceBalance: null,
  destinationBalance: null,
  ...(left === undefined ? {} : { left }),
})

/**
 * For reads that prove that something was not booked: a majority read may show a state older than a commit whose reply
 * was lost. One row by `_id`, outside a transaction.
 */
export const proofRead = { readConcern: { level: 'linearizable' }, maxTimeMS: 2_000 } as const

export async function readBooked(db: Db, transferId: string, hash: string): Promise<TransferResult | undefined> {
  const row = await keyedRowsOf(db).findOne({ _id: transferId, hash }, proofRead)
  if (!row || isRejectionRow(row) || isPlayRow(row)) return undefined
  const { sourceBalance, destinationBalance } = toStoredOutcome(row)
  return { transferId, sourceBalance, destinationBalance, replayed: true }
}

export async function readOutcome(db: Db, actorId: string, transferId: string): Promise<KeyOutcome> {
  const row = await keyedRowsOf(db).findOne({ _id: transferId, 'actor.id': actorId }, proofRead)
  if (!row) return 'unknown'
  return isRejectionRow(row) ? 'refused' : 'booked'
}

type AccountRow = { _id: string; username: string; role: string; ancestry: Ancestry }

export async function readPlayers(db: Db, ids: readonly string[]): Promise<Player[]> {
  if (ids.length === 0) return []
  const rows = await db
    .collection<AccountRow>('accounts')
    .find(
      { _id: { $in: [...ids] }, role: 'player' },
      { projection: { username: 1, ancestry: 1 }, batchSize: 1_000, maxTimeMS: 2_000 },
    )
    .toArray()
  return rows.map(({ _id, username, ancestry }) => ({ id: _id, username, ancestry }))
}

type Offering = { adminId: string; gameId: string }

/** Reads the head first: changes that the balances include beyond it also arrive as later events. */
export async function readPools(
  db: Db,
  offerings: readonly Offering[],
): Promise<{ pools: PoolSummary[]; head: number }> {
  const token = await fencingTokenOf(db).findOne({ _id: 'writer' }, { maxTimeMS: 5_000 })
  const ids = offerings.flatMap(({ adminId, gameId }) => [poolIdOf(adminId, gameId), winsIdOf(adminId, gameId)])
  const rows =
    ids.length === 0
      ? []
      : await externalsOf(db)
          .find({ _id: { $in: ids } }, { batchSize: 2_000, maxTimeMS: 5_000 })
          .toArray()
  const byId = new Map(rows.map(row => [row._id, row]))
  const pools = offerings.flatMap(({ adminId, gameId }) => {
    const [pool, wins] = [byId.get(poolIdOf(adminId, gameId)), byId.get(winsIdOf(adminId, gameId))]
    if (!pool && !wins) return []
    const gateVersion = pool?.gateVersion ?? 0
    return [{ adminId, gameId, gateVersion, poolBalance: pool?.balance ?? 0n, winsBalance: wins?.balance ?? 0n }]
  })
  return { pools, head: Number(token?.playHead ?? 0) }
}

export const readPoolDebts = (db: Db, adminIds: readonly string[]) =>
  adminIds.length === 0
    ? Promise.resolve([])
    : externalsOf(db)
        .find({ $or: adminIds.map(poolsOf), balance: { $lt: 0n } }, { batchSize: 1_000, maxTimeMS: 2_000 })
        .toArray()

const poolsOf = (adminId: string) => ({ _id: { $gte: poolsPrefix(adminId), $lt: `${poolsPrefix(adminId)}\uffff` } })

export async function readCreditUsed(db: Db, adminId: string): Promise<bigint> {
  const [wallet, debts] = await Promise.all([
    walletsOf(db).findOne({ _id: adminId }, { maxTimeMS: 2_000 }),
    readPoolDebts(db, [adminId]),
  ])
  const externals = new Map(debts.map(row => [row._id, row]))
  return creditUsedOf({ wallets: new Map(wallet ? [[adminId, wallet]] : []), externals }, adminId)
}
