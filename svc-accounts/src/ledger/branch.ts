import type { Ancestry } from '@cascade/contracts/accounts'
import { conflict, inTransaction, type Tx } from '@cascade/service-kit'
import type { Db, MongoClient } from 'mongodb'
import { isExternal } from './ids'
import { type FencingTokenRow, fencingTokenOf, playRowsOf, transfersOf, walletsOf } from './store/collections'
import type { BranchSum, Move, WalletRef } from './types'

export const isBetweenAdmins = ({ from, ancestry }: Move) => from !== ancestry.admin

/**
 * The position that counts for an account: that of the last move, also while its descendants are still being updated.
 * Moves between admins are one after another, so no earlier one is needed.
 */
export function positionOf(walletId: string, ancestry: Ancestry, move: Move | undefined): Ancestry {
  return move && isInBranch(walletId, ancestry, move) ? { ...ancestry, ...move.ancestry } : ancestry
}

/** A transfer between the positions that count. */
export function withPositions<R extends { source: WalletRef; destination: WalletRef }>(request: R, move?: Move): R {
  const placed = (leg: WalletRef) => ({ ...leg, ancestry: positionOf(leg.walletId, leg.ancestry, move) })
  return move ? { ...request, source: placed(request.source), destination: placed(request.destination) } : request
}

const isInBranch = (walletId: string, ancestry: Ancestry, { root, role }: Move) =>
  walletId === root || (ancestry as Record<string, string | undefined>)[role] === root

/** An account as the ledger reads it; the ancestry of an admin includes itself. */
export type AccountRow = { _id: string; role: string; ancestry: Ancestry; passwordVersion: number }
const accountsOf = (db: Db) => db.collection<AccountRow>('accounts')
const readOptions = { batchSize: 10_000, maxTimeMS: 2_000 }

/** The ancestries of accounts; that of an admin includes itself. */
export async function readPositions(db: Db, ids: readonly string[]): Promise<Map<string, Ancestry>> {
  return new Map((await readAccounts(db, ids)).map(({ _id, ancestry }) => [_id, ancestry]))
}

export async function readAccounts(db: Db, ids: readonly string[]): Promise<AccountRow[]> {
  if (ids.length === 0) return []
  const options = { ...readOptions, projection: { role: 1, ancestry: 1, passwordVersion: 1 } }
  const rows = await accountsOf(db)
    .find({ _id: { $in: [...ids] } }, options)
    .toArray()
  return rows.map(row => (row.role === 'admin' ? { ...row, ancestry: { ...row.ancestry, admin: row._id } } : row))
}

type OpenMove = { _id: string; betweenAdmins?: boolean }
const openText = 'A large branch is still being moved. Please try again in a minute.'
const isInTheWay = ({ _id, betweenAdmins }: OpenMove, move: Move) =>
  isBetweenAdmins(move) ? _id !== move.root : betweenAdmins === true

/**
 * Sums a branch outside of the writer queue: in a snapshot, which takes seconds for 100,000 accounts, and then what was
 * booked meanwhile. The leader adds the rest (`readBranch`).
 * @throws AppError CONFLICT while the descendants of another move follow, if either move is between admins
 */
export async function sumBranch(client: MongoClient, db: Db, move: Move): Promise<BranchSum> {
  const sum = await inTransaction(client, async session => {
    const token = await fencingTokenOf(db).findOne({ _id: 'writer' }, { session })
    const open = await db.collection<OpenMove>('moves').find({}, { session }).toArray()
    if (open.some(other => isInTheWay(other, move))) throw conflict(openText)
    const { creditHead: creditSeq = 0n, playHead: playSeq = 0n, moves = 0n } = token ?? {}
    const amount = isBetweenAdmins(move) ? await sumWallets(db, move, session) : 0n
    return { amount, creditSeq, playSeq, moves }
  })
  const token = await fencingTokenOf(db).findOne({ _id: 'writer' })
  if (!token || !isBetweenAdmins(move)) return sum
  const { booked } = await readBooked(db, { move, sum }, token)
  return { ...sum, amount: sum.amount + booked, creditSeq: token.creditHead, playSeq: token.playHead }
}

const idsPerRead = 1_000

async function sumWallets(db: Db, { root, role }: Move, session: Tx): Promise<bigint> {
  const options = { session, projection: { _id: 1 }, batchSize: 10_000 }
  const below = await accountsOf(db)
    .find({ [`ancestry.${role}`]: root }, options)
    .toArray()
  const ids = [...new Set([root, ...below.map(({ _id }) => _id)])]
  let amount = 0n
  for (let at = 0; at < ids.length; at += idsPerRead) {
    const $match = { _id: { $in: ids.slice(at, at + idsPerRead) } }
    const $group = { _id: null, held: { $sum: '$balance' } }
    const sums = walletsOf(db).aggregate<{ held: bigint | number }>([{ $match }, { $group }], { session })
    for (const { held } of await sums.toArray()) amount += BigInt(held)
  }
  return amount
}

type Summed = { move: Move; sum: BranchSum }
type Heads = Pick<FencingTokenRow, 'playHead' | 'creditHead'>
type Balances = ReadonlyMap<string, { balance: bigint }>

/** What was booked in the wallets of a branch since its sum; `members` are those wallets, and those of `ids` in it. */
async function readBooked(db: Db, { move, sum }: Summed, { creditHead, playHead }: Heads, ids: Iterable<string> = []) {
  const options = { ...readOptions, projection: { postings: 1 } }
  const credit = transfersOf(db).find({ creditSeq: { $gt: sum.creditSeq, $lte: creditHead } }, options)
  const play = playRowsOf(db).find({ playSeq: { $gt: sum.playSeq, $lte: playHead } }, options)
  const rows = (await Promise.all([credit.toArray(), play.toArray()])).flat()
  const legs = rows.flatMap(({ postings }) => postings.filter(({ w }) => !isExternal(w)))
  const positions = await readPositions(db, [...new Set([...legs.map(({ w }) => w), ...ids])])
  const members = new Set([...positions].flatMap(([id, ancestry]) => (isInBranch(id, ancestry, move) ? [id] : [])))
  return { booked: legs.reduce((total, { w, amount }) => (members.has(w) ? total + amount : total), 0n), members }
}

/** A sum that is older by more rows is taken again: reading them would stall the queue. */
const newerRowsMax = 5_000n

/** A branch as of a batch; `others` is the sum held by its wallets outside the batch. */
export type Branch = { others: bigint; members: ReadonlySet<string> }

/**
 * Brings the sum of a branch up to the state of a batch, whose wallets are `wallets`.
 * @returns undefined if the sum is too old
 */
export async function readBranch(db: Db, summed: Summed, heads: Heads, wallets: Balances): Promise<Branch | undefined> {
  const { creditSeq, playSeq, amount } = summed.sum
  if (heads.playHead - playSeq + heads.creditHead - creditSeq > newerRowsMax) return undefined
  const { booked, members } = await readBooked(db, summed, heads, wallets.keys())
  return { others: amount + booked - sumOf(members, wallets), members }
}

/** What the wallets of a branch hold in the state of a batch, in hundredths. */
export const heldBy = ({ others, members }: Branch, wallets: Balances): bigint => others + sumOf(members, wallets)

const sumOf = (ids: ReadonlySet<string>, wallets: Balances) =>
  [...ids].reduce((sum, id) => sum + (wallets.get(id)?.balance ?? 0n), 0n)
