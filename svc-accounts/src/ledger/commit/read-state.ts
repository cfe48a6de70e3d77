import type { Db } from 'mongodb'
import { isBetweenAdmins, readBranch, readPositions, withPositions } from '../branch'
import { issuedChanges } from '../credit-line'
import type { LedgerState, QueuedRequest } from '../decide/ledger-state'
import { isExternal, issuerId, poolIdOf, winsIdOf } from '../ids'
import { externalsOf, walletsOf } from '../store/collections'
import { readPlayers, readPoolDebts } from '../store/stored-outcomes'
import type { Move, PlayRequest } from '../types'
import type { FencingToken, LedgerCache } from './cache'
import { readConditions } from './read-conditions'
import { readAll, readStoredOutcomes, readTickets } from './read-rows'

/**
 * The state that a batch touches, from the cache or read after the fencing token; the token proves at the commit that
 * nothing has changed since. Stored outcomes are read only for ids in `recentIds`: for any other id, a duplicate-key error
 * reveals an earlier outcome. Also read for `lookups`.
 */
export async function readState(
  { db, cache }: { db: Db; cache: LedgerCache },
  batch: readonly QueuedRequest[],
  { token, recentIds, lookups }: { token: FencingToken; recentIds: Ids; lookups: Ids },
): Promise<LedgerState> {
  const state: LedgerState = {
    wallets: new Map(),
    externals: new Map(),
    players: new Map(),
    outcomes: new Map(),
    postings: new Map(),
    wins: new Map(),
    stakes: new Map(),
    bets: new Map(),
    sessions: new Map(),
    accounts: new Map(),
    heirs: new Map(),
    branches: new Map(),
    reversals: new Set(),
    earlierRejections: new Map(),
    rejections: new Map(),
    moves: token.moves ?? 0n,
    move: token.move,
    playHead: token.playHead,
    creditHead: token.creditHead,
  }
  const ids = batch.flatMap(({ request, id }) =>
    request.type !== 'change' && (lookups.has(id) || recentIds.has(id)) ? [id] : [],
  )
  await allSettled([
    readStoredOutcomes(db, ids, state),
    ...readConditions(db, batch, state),
    readTickets(db, batch, state),
    readExternals({ db, cache }, [...new Set(batch.flatMap(externalIdsOf))], state),
    readPlayersWithAncestors({ db, cache }, [...new Set(batch.flatMap(playerIdsOf))], state).then(ancestorIds =>
      readWallets(
        { db, cache },
        [...new Set([...ancestorIds, ...batch.flatMap(queued => walletIdsOf(queued, state.move))])],
        state,
      ),
    ),
  ])
  const debtors = [...new Set(batch.flatMap(queued => debtorsOf(queued, state.move)))]
  await readDebtsOf({ db, cache }, debtors, state)
  await readHeirs({ db, cache }, state)
  const bettors = [...state.bets.values()].flatMap(({ player: { id, ancestry } }) => [id, ...Object.values(ancestry)])
  const unread = [...new Set(bettors)].filter(id => !state.wallets.has(id))
  await readWalletsOnce({ db, cache }, unread, state)
  for (const { request } of batch) {
    if (request.type !== 'change' || !request.move || !request.sum || !isBetweenAdmins(request.move)) continue
    const branch = await readBranch(db, { move: request.move, sum: request.sum }, token, state.wallets)
    if (branch) state.branches.set(request.walletId, branch)
  }
  return state
}

/** Positions of the accounts that receive what belongs to deleted ones, and the wallets of their admins. */
async function readHeirs(context: ReadContext, state: LedgerState): Promise<void> {
  const heirs = [...state.wallets.values()].flatMap(({ heir }) => heir?.walletId ?? [])
  for (const [id, ancestry] of await readPositions(context.db, heirs)) state.heirs.set(id, ancestry)
  const admins = [...state.heirs.values()].flatMap(({ admin }) => admin ?? [])
  await readWallets(
    context,
    [...new Set(admins)].filter(id => !state.wallets.has(id)),
    state,
  )
}

/** Pools with a negative balance count against the credit line of their admin. */
async function readDebtsOf({ db, cache }: ReadContext, adminIds: readonly string[], state: LedgerState): Promise<void> {
  const limited = adminIds.filter(id => typeof state.wallets.get(id)?.creditLine === 'bigint')
  for (const { _id, ...pool } of await readPoolDebts(db, limited)) {
    if (state.externals.has(_id)) continue
    state.externals.set(_id, pool)
    cache.externals.set(_id, pool)
  }
}

/** Waits for all reads even if one fails: none may still fill the cache after it was cleared. */
async function allSettled(reads: readonly Promise<void>[]): Promise<void> {
  for (const read of await Promise.allSettled(reads)) if (read.status === 'rejected') throw read.reason
}

type ReadContext = { db: Db; cache: LedgerCache }

async function readWallets(context: ReadContext, ids: readonly string[], state: LedgerState): Promise<void> {
  for (let next = ids; next.length > 0; ) {
    await readWalletsOnce(context, next, state)
    const heirs = next.flatMap(id => state.wallets.get(id)?.heir?.walletId ?? [])
    next = [...new Set(heirs)].filter(id => !isExternal(id) && !state.wallets.has(id))
  }
}

async function readWalletsOnce(
  { db, cache }: ReadContext,
  ids: readonly string[],
  { wallets }: LedgerState,
): Promise<void> {
  const missing = takeCached(ids, cache.wallets, wallets)
  for (const { _id, updatedAt, ...wallet } of await readAll(walletsOf(db), missing)) {
    const read = { ...wallet, updatedAt: updatedAt.getTime() }
    wallets.set(_id, read)
    cache.wallets.set(_id, read)
  }
}

async function readExternals(
  { db, cache }: ReadContext,
  ids: readonly string[],
  { externals }: LedgerState,
): Promise<void> {
  const missing = takeCached(ids, cache.externals, externals)
  const found = await readAll(externalsOf(db), missing)
  for (const id of missing) cache.externals.set(id, null)
  for (const { _id, ...external } of found) {
    externals.set(_id, external)
    cache.externals.set(_id, external)
  }
}

/** @returns the ids of the players and of all their ancestors, whose status applies to them */
async function readPlayersWithAncestors(
  { db, cache }: ReadContext,
  ids: readonly string[],
  { players }: LedgerState,
): Promise<string[]> {
  const missing = takeCached(ids, cache.players, players)
  for (const player of await readPlayers(db, missing)) {
    players.set(player.id, player)
    cache.players.set(player.id, player)
  }
  return [...players.values()].flatMap(({ id, ancestry }) => [id, ...Object.values(ancestry)])
}

type Cached<V> = { get: (id: string) => V | null | undefined }

function takeCached<V>(ids: readonly string[], cache: Cached<V>, into: Map<string, V>) {
  return ids.filter(id => {
    const cached = cache.get(id)
    if (cached) into.set(id, cached)
    return cached === undefined
  })
}

function walletIdsOf(queued: QueuedRequest, move: Move | undefined): string[] {
  const { request } = queued
  if (request.type === 'closeKey') return []
  const debtors = [...debtorsOf(queued, move), ...(move?.ancestry.admin ? [move.ancestry.admin] : [])]
  if (request.type === 'play')
    return [...playerOf(request), request.posting.adminId, ...debtors, ...poolActorOf(request)]
  if (request.type === 'change')
    return [request.walletId, ...debtors, ...(request.raise ? [request.raise.actor.id] : [])]
  const preconditions = request.type === 'transfer' ? (request.preconditions ?? []) : []
  const ids = [request.source.walletId, request.destination.walletId, ...preconditions.map(one => one.walletId)]
  return [...ids.filter(id => !isExternal(id)), ...debtors]
}

/** Admins whose credit line a request may use, or free. */
function debtorsOf({ request }: QueuedRequest, move: Move | undefined): string[] {
  if (request.type === 'closeKey') return []
  if (request.type === 'change')
    return [request.move?.from, request.move?.ancestry.admin].filter(id => id !== undefined)
  if (request.type === 'play') return request.posting.kind === 'pool' ? [request.posting.adminId] : []
  const { source, destination } = withPositions(request, move)
  return issuedChanges(source.ancestry.admin, destination.ancestry.admin, 0n).map(([adminId]) => adminId)
}

function externalIdsOf({ request }: QueuedRequest): string[] {
  if (request.type === 'change' || request.type === 'closeKey') return []
  if (request.type === 'play') {
    const { adminId, gameId, kind } = request.posting
    const issuer = kind === 'pool' || kind === 'claim' || kind === 'void' ? [issuerId] : []
    return [poolIdOf(adminId, gameId), winsIdOf(adminId, gameId), ...issuer]
  }
  return [request.source.walletId, request.destination.walletId].filter(isExternal)
}

const playerIdsOf = ({ request }: QueuedRequest) => (request.type === 'play' ? playerOf(request) : [])
const poolActorOf = ({ posting }: PlayRequest) => (posting.kind === 'pool' ? [posting.by.id] : [])
const playerOf = ({ posting }: PlayRequest) => ('playerId' in posting ? [posting.playerId] : [])

type Ids = { has: (id: string) => boolean }
