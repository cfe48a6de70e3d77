import type { Collection, Db, Filter, WithId } from 'mongodb'
import { issuesOf } from '../credit-line'
import { type Accepted, type LedgerState, noWinYet } from '../decide/ledger-state'
import { isExternal, issuerId, poolIdOf, winsIdOf } from '../ids'
import {
  externalsOf,
  isPlayRow,
  isRejectionRow,
  keyedRowsOf,
  ticketWinsOf,
  transfersOf,
  walletsOf,
} from '../store/collections'
import { answerOf, readPlayers, readPoolDebts, rejectionOf } from '../store/outcomes'
import type { PlayRequest } from '../types'
import type { Fence, Memory } from './cache'
import { keptPlayOf } from './play-row'

/**
 * What a batch touches, from memory or read after the fence was; the fence proves at the commit that nothing has changed since.
 * Answers are read only for ids that this process has `seen`: for any other the unique id of its insert tells that it
 * was booked or rejected before. `thorough` reads them for all.
 */
export async function readState(
  { db, memory }: { db: Db; memory: Memory },
  batch: readonly Accepted[],
  { fence, seen, thorough }: { fence: Fence; seen: Pick<SeenIds, 'has'>; thorough: boolean },
): Promise<LedgerState> {
  const state: LedgerState = {
    wallets: new Map(),
    externals: new Map(),
    players: new Map(),
    answers: new Map(),
    plays: new Map(),
    wins: new Map(),
    stakes: new Map(),
    playHead: fence.playHead,
    creditHead: fence.creditHead,
  }
  const ids = batch.flatMap(({ request, id }) => (request.type !== 'change' && (thorough || seen.has(id)) ? [id] : []))
  await allEnded([
    readAnswers(db, ids, state),
    readWins(db, [...new Set(batch.flatMap(ticketIdsOf))], state),
    readExternals({ db, memory }, [...new Set(batch.flatMap(externalIdsOf))], state),
    readPlaces({ db, memory }, [...new Set(batch.flatMap(playerIdsOf))], state).then(above =>
      readWallets({ db, memory }, [...new Set([...above, ...batch.flatMap(walletIdsOf)])], state),
    ),
  ])
  await readDebts({ db, memory }, [...new Set(batch.flatMap(debtorsOf))], state)
  return state
}

/** Pools that count against a credit line: of the others those are read that the batch moves. */
async function readDebts({ db, memory }: Place, adminIds: readonly string[], state: LedgerState): Promise<void> {
  const limited = adminIds.filter(id => typeof state.wallets.get(id)?.creditLine === 'bigint')
  for (const { _id, ...pool } of await readPoolDebts(db, limited)) {
    if (state.externals.has(_id)) continue
    state.externals.set(_id, pool)
    memory.externals.set(_id, pool)
  }
}

/** None may still fill the memory when it has been dropped because another one failed. */
async function allEnded(reads: readonly Promise<void>[]): Promise<void> {
  for (const read of await Promise.allSettled(reads)) if (read.status === 'rejected') throw read.reason
}

type Place = { db: Db; memory: Memory }

/** With those that closed wallets lead to, who receive what comes later. */
async function readWallets(place: Place, ids: readonly string[], state: LedgerState): Promise<void> {
  for (let next = ids; next.length > 0; ) {
    await readThese(place, next, state)
    const heirs = next.flatMap(id => state.wallets.get(id)?.heir?.walletId ?? [])
    next = [...new Set(heirs)].filter(id => !isExternal(id) && !state.wallets.has(id))
  }
}

async function readThese({ db, memory }: Place, ids: readonly string[], { wallets }: LedgerState): Promise<void> {
  const missing = takeKnown(ids, memory.wallets, wallets)
  for (const { _id, updatedAt, ...wallet } of await readAll(walletsOf(db), missing)) {
    const read = { ...wallet, updatedAt: updatedAt.getTime() }
    wallets.set(_id, read)
    memory.wallets.set(_id, read)
  }
}

async function readExternals({ db, memory }: Place, ids: readonly string[], { externals }: LedgerState): Promise<void> {
  const missing = takeKnown(ids, memory.externals, externals)
  for (const { _id, ...external } of await readAll(externalsOf(db), missing)) {
    externals.set(_id, external)
    memory.externals.set(_id, external)
  }
}

/** What tickets have won; of those that have won nothing yet their stakes. */
async function readWins(db: Db, ids: readonly string[], { wins, stakes }: LedgerState): Promise<void> {
  for (const { _id, ...win } of await readAll(ticketWinsOf(db), ids)) wins.set(_id, win)
  const others = ids.filter(id => !wins.has(id))
  for (const row of await readAll(transfersOf(db), others)) {
    if (!isPlayRow(row) || row.play.kind !== 'stake' || !row.play.player) continue
    const { adminId, gameId, player } = row.play
    stakes.set(row._id, noWinYet({ adminId, gameId, playerId: player.id, amount: row.amount }))
  }
}

/** @returns the ids of the accounts above these players, whose status counts for them. */
async function readPlaces({ db, memory }: Place, ids: readonly string[], { players }: LedgerState): Promise<string[]> {
  const missing = takeKnown(ids, memory.players, players)
  for (const player of await readPlayers(db, missing)) {
    players.set(player.id, player)
    memory.players.set(player.id, player)
  }
  return [...players.values()].flatMap(({ id, ancestry }) => [id, ...Object.values(ancestry)])
}

/** Takes what is remembered. @returns the ids of the rest */
function takeKnown<V>(ids: readonly string[], memory: { get: (id: string) => V | undefined }, into: Map<string, V>) {
  return ids.filter(id => {
    const known = memory.get(id)
    if (known !== undefined) into.set(id, known)
    return known === undefined
  })
}

async function readAnswers(db: Db, ids: readonly string[], state: LedgerState): Promise<void> {
  for (const row of await readAll(keyedRowsOf(db), ids)) {
    if (isRejectionRow(row)) state.answers.set(row._id, rejectionOf(row))
    else if (isPlayRow(row)) state.plays.set(row._id, keptPlayOf(row))
    else state.answers.set(row._id, answerOf(row))
  }
}

async function readAll<T extends { _id: string }>(
  collection: Collection<T>,
  ids: readonly string[],
): Promise<WithId<T>[]> {
  if (ids.length === 0) return []
  const filter = { _id: { $in: ids } } as Filter<T>
  return collection.find(filter, { batchSize: 1000, maxTimeMS: readWithinMs }).toArray()
}

const readWithinMs = 2_000

function walletIdsOf(accepted: Accepted): string[] {
  const { request } = accepted
  if (request.type === 'play') return [...playerOf(request), ...debtorsOf(accepted)]
  if (request.type === 'change') return [request.walletId]
  const preconditions = request.type === 'transfer' ? (request.preconditions ?? []) : []
  const ids = [request.source.walletId, request.destination.walletId, ...preconditions.map(one => one.walletId)]
  return [...ids.filter(id => !isExternal(id)), ...debtorsOf(accepted)]
}

/** Admins to whom a request issues points, or from whom it takes them back. */
function debtorsOf({ request }: Accepted): string[] {
  if (request.type === 'change') return []
  if (request.type === 'play') return request.posting.kind === 'pool' ? [request.posting.adminId] : []
  return issuesOf(request.source, request.destination, 0n).map(([adminId]) => adminId)
}

function externalIdsOf({ request }: Accepted): string[] {
  if (request.type === 'change') return []
  if (request.type === 'play') {
    const { adminId, gameId, kind } = request.posting
    const issuer = kind === 'pool' || kind === 'claim' ? [issuerId] : []
    return [poolIdOf(adminId, gameId), winsIdOf(adminId, gameId), ...issuer]
  }
  return [request.source.walletId, request.destination.walletId].filter(isExternal)
}

function ticketIdsOf({ request }: Accepted): string[] {
  if (request.type !== 'play') return []
  const { posting } = request
  if (posting.kind === 'settle') return posting.wins.map(([id]) => id)
  if (posting.kind === 'claim') return posting.details.tickets.map(([id]) => id)
  return posting.kind === 'recover' ? [posting.details.ticket] : []
}

const playerIdsOf = ({ request }: Accepted) => (request.type === 'play' ? playerOf(request) : [])
const playerOf = ({ posting }: PlayRequest) => ('playerId' in posting ? [posting.playerId] : [])

/** The newest ids of `capacity` at least and twice as many at most, forgotten by halves. */
export function createSeenIds(capacity: number) {
  let current = new Set<string>()
  let previous = new Set<string>()
  return {
    has: (id: string) => current.has(id) || previous.has(id),
    add(id: string) {
      if (current.size >= capacity) {
        previous = current
        current = new Set()
      }
      current.add(id)
    },
  }
}
type SeenIds = ReturnType<typeof createSeenIds>
