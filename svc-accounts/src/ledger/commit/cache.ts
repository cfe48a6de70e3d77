import type { Db } from 'mongodb'
import { createLruMap } from '../../caching/lru-map'
import type { ExternalState, LedgerState, WalletState } from '../decide/ledger-state'
import { type FencingTokenRow, fencingTokenOf } from '../store/collections'
import { proofRead } from '../store/stored-outcomes'
import type { Player } from '../types'

const walletsMax = 50_000
const othersMax = 20_000
/** Names and tree positions of players also change without a ledger commit. */
const playersTtlMs = 5_000

export type FencingToken = Omit<FencingTokenRow, '_id'>
export type LedgerCache = ReturnType<typeof createLedgerCache>

/**
 * Write-through cache of the leader, filled by its own commits and reads. It is current as long as the stored fencing
 * token has the cached version, which each commit proves: a commit of any other writer changes the token. On a mismatch
 * the whole cache is cleared.
 */
export function createLedgerCache(db: Db) {
  const wallets = createLruMap<WalletState>(walletsMax)
  /** Null: it does not exist yet. Only a commit creates it. */
  const externals = createLruMap<ExternalState | null>(othersMax)
  const players = createLruMap<Player>(othersMax)
  let playersExpireAt = 0
  let token: FencingToken | undefined

  async function readToken(): Promise<FencingToken> {
    const row = await fencingTokenOf(db).findOne({ _id: 'writer' }, proofRead)
    const { version = 0n, playHead = 0n, creditHead = 0n, walletTotal = 0n, holder = '', moves = 0n, move } = row ?? {}
    return { version, playHead, creditHead, walletTotal, holder, moves, ...(move && { move }) }
  }

  function clearPlayers() {
    players.clear()
    playersExpireAt = performance.now() + playersTtlMs
  }

  return {
    wallets,
    externals,
    players: {
      get(id: string): Player | undefined {
        if (performance.now() > playersExpireAt) clearPlayers()
        return players.get(id)
      },
      set: players.set,
    },
    /** Called after a move: cached ancestries may be out of date. */
    clearPlayers,

    token: async (): Promise<FencingToken> => (token ??= await readToken()),

    /** Checks the token without writing, for batches that write nothing. */
    async isCurrent(): Promise<boolean> {
      return token !== undefined && (await readToken()).version === token.version
    },

    update(state: LedgerState, after: FencingToken) {
      token = after
      for (const [id, wallet] of state.wallets) wallets.set(id, wallet)
      for (const [id, external] of state.externals) externals.set(id, external)
    },

    clear() {
      token = undefined
      wallets.clear()
      externals.clear()
      clearPlayers()
    },
  }
}
