import type { Ancestry } from '@cascade/contracts/accounts'
import { conflict, inTransaction, type Tx } from '@cascade/service-kit'
import type { Db, MongoClient } from 'mongodb'
import { isExternal } from './ids'
import { type FencingTokenRow, fencingTokenOf, playRowsOf, transfersOf, walletsOf } from './store/collections'

/** An account gets another parent: `ancestry` is its new position, `from` the admin above it before. */
export type Move = { root: string; role: string; ancestry: Ancestry; from?: string | undefined }

/** What the wallets of a branch held, in hundredths, as of these numbers of the feeds; `moves` counts all moves. */
export type BranchSum = { amount: bigint; creditSeq: bigint; playSeq: bigint; moves: bigint }

export const isBetweenAdmins = ({ from, ancestry }: Move) => from !== ancestry.admin

/**
 * The position that counts for an account: that of the last move, also while its descendants are still being updated.
 * Moves between admins are one after another, so no earlier one is needed.
 */
export function positionOf(walletId: string, ancestry: Ancestry, move: Move | undefined): Ancestry {
  return move && isInBranch(walletId, ancestry, move) ? { ...ancestry, ...move.ancestry } : ancestry
}

type Placed = { walletId: string; ancestry: Ancestry }

/** A transfer between the positions that count. */
export function withPositions<R extends { source: Placed; destination: Placed }>(
  request: R,
  move: Move | undefined,
): R {
  if (!move) return request
  const placed = (leg: Placed) => ({ ...leg, ancestry: positionOf(leg.walletId, leg.ancestry, move) })
  return { ...request, source: placed(request.source), destination: placed(request.destination) }
}

const isInBranch = (walletId: string, ancestry: Ancestry, { root, role }: Move) =>
  walletId === root || (ancestry as Record<string, string | undefined>)[role] === root

type AccountRow = { _id: string; role: string; ancestry: Ancestry }
const accountsOf = (db: Db) => db.collection<AccountRow>('accounts')

/** The ancestries of accounts; that of an admin includes itself. */
export async function readPositions(db: Db, ids: readonly string[]): Promise<Map<string, Ancestry>> {
  if (ids.length === 0) return new Map()
  const rows = await accountsOf(db)
    .find({ _id: { $in: [...ids] } }, { projection: { role: 1, ancestry: 1 }, batchSize: 10_000, maxTimeMS: 2_000 })
    .toArray()
  return new Map(
    rows.map(({ _id, role, ancestry }) => [_id, role === 'admin' ? { ...ancestry, admin: _id } : ancestry]),
  )
}

const openText = 'A large branch is still being moved. Please try again in a minute.'
const idsPerRead = 1_000

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
  if (!isBetweenAdmins(move)) return sum
  const { creditHead = 0n, playHead = 0n } = (await fencingTokenOf(db).findOne({ _id: 'writer' })) ?? {}
  const { booked } = await readBooked(db, { move, sum }, { creditHead, playHead })
  return { ...sum, amount: sum.amount + booked, creditSeq: creditHead, playSeq: playHead }
}

type OpenMove = { _id: string; betweenAdmins?: boolean }

const isInTheWay = ({ _id, betweenAdmins }: OpenMove, move: Move) =>
  isBetweenAdmins(move) ? _id !== move.root : betweenAdmins === true

async function sumWallets(db: Db, move: Move, session: Tx): Promise<bigint> {
  const below = await accountsOf(db)
    .find({ [`ancestry.${move.role}`]: move.root }, { session, projection: { _id: 1 }, batchSize: 10_000 })
    .toArray()
  const ids = [...new Set([move.root, ...below.map(({ _id }) => _id)])]
  let amount = 0n
  for (let at = 0; at < ids.length; at += idsPerRead) {
    const $match = { _id: { $in: ids.slice(at, at + idsPerRead) } }
    const $group = { _id: null, held: { $sum: '$balance' } }
    const [sum] = await walletsOf(db)
      .aggregate<{ held: bigint | number }>([{ $match }, { $group }], { session })
      .toArray()
    amount += BigInt(sum?.held ?? 0)
  }
  return amount
}

type Summed = { move: Move; sum: BranchSum }
type Heads = Pick<FencingTokenRow, 'playHead' | 'creditHead'>
const rowOptions = { projection: { postings: 1 }, batchSize: 10_000, maxTimeMS: 2_000 }

/** What was booked in the wallets of a branch since its sum; `members` are those of the wallets and of `ids` in it. */
async function readBooked(db: Db, { move, sum }: Summed, { creditHead, playHead }: Heads, ids: Iterable<string> = []) {
  const rows = await Promise.all([
    transfersOf(db)
      .find({ creditSeq: { $gt: sum.creditSeq, $lte: creditHead } }, rowOptions)
      .toArray(),
    playRowsOf(db)
      .find({ playSeq: { $gt: sum.playSeq, $lte: playHead } }, rowOptions)
      .toArray(),
  ])
  const legs = rows
    .flat()
    .flatMap(({ postings }) => postings)
    .filter(({ w }) => !isExternal(w))
  const positions = await readPositions(db, [...new Set([...legs.map(({ w }) => w), ...ids])])
  const members = [...positions].flatMap(([id, ancestry]) => (isInBranch(id, ancestry, move) ? [id] : []))
  const isMember = new Set(members)
  return { booked: legs.reduce((total, { w, amount }) => (isMember.has(w) ? total + amount : total), 0n), members }
}

/** A sum that is older by more rows is taken again: reading them would stall the queue. */
const newerRowsMax = 5_000n

/** The branch in the state of a batch: `others` is what its wallets hold that are not in that state. */
export type Branch = { others: bigint; members: readonly string[] }

/**
 * Brings the sum of a branch up to the state of a batch.
 * @param wallets the wallets of the state
 * @returns undefined if the sum is too old
 */
export async function readBranch(
  db: Db,
  summed: Summed,
  heads: Heads,
  wallets: ReadonlyMap<string, { balance: bigint }>,
): Promise<Branch | undefined> {
  const { creditSeq, playSeq, amount } = summed.sum
  if (heads.playHead - playSeq + heads.creditHead - creditSeq > newerRowsMax) return undefined
  const { booked, members } = await readBooked(db, summed, heads, wallets.keys())
  return { others: amount + booked - sumOf(members, wallets), members }
}

/** What the wallets of a branch hold in the state of a batch, in hundredths. */
export const heldBy = ({ others, members }: Branch, wallets: ReadonlyMap<string, { balance: bigint }>): bigint =>
  others + sumOf(members, wallets)

const sumOf = (ids: readonly string[], wallets: ReadonlyMap<string, { balance: bigint }>) =>
  ids.reduce((sum, id) => sum + (wallets.get(id)?.balance ?? 0n), 0n)
