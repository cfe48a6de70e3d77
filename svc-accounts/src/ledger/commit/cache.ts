import type { Db } from 'mongodb'
import { createBoundedMap } from '../../caching/bounded-map'
import { LedgerRefusal } from '../answers'
import type { Accepted, ExternalState, LedgerState, WalletState } from '../decide/ledger-state'
import { type FenceRow, fenceOf } from '../store/collections'
import type { Player } from '../types'

const walletsKept = 50_000
const othersKept = 20_000
/** Names and places of players change beside the ledger too. */
const playersKeptMs = 5_000

export type Fence = Omit<FenceRow, '_id'>
export type Memory = ReturnType<typeof createMemory>

/**
 * What this process knows of the ledger from its own commits and reads. It is true for as long as the fence row has the
 * version it knows, which each commit proves: another writer's commit changes that row. When it does not, all of this
 * is dropped.
 */
export function createMemory(db: Db) {
  const wallets = createBoundedMap<WalletState>(walletsKept)
  const externals = createBoundedMap<ExternalState>(othersKept)
  const players = createBoundedMap<Player>(othersKept)
  let playersUntil = 0
  let fence: Fence | undefined

  async function readFence(): Promise<Fence> {
    const row = await fenceOf(db).findOne({ _id: 'writer' })
    const { version = 0n, playHead = 0n, creditHead = 0n, walletTotal = 0n, holder = '' } = row ?? {}
    return { version, playHead, creditHead, walletTotal, holder }
  }

  function forgetPlayers() {
    players.clear()
    playersUntil = performance.now() + playersKeptMs
  }

  return {
    wallets,
    externals,
    players: {
      get(id: string): Player | undefined {
        if (performance.now() > playersUntil) forgetPlayers()
        return players.get(id)
      },
      set: players.set,
    },
    /** Places have changed: ancestries that are remembered may be old. */
    forgetPlayers,

    fence: async (): Promise<Fence> => (fence ??= await readFence()),

    /** Whether nobody else has committed since; for outcomes that nothing is written for. */
    async isCurrent(): Promise<boolean> {
      return fence !== undefined && (await readFence()).version === fence.version
    },

    /** Takes over what a commit has left. */
    keep(state: LedgerState, after: Fence) {
      fence = after
      for (const [id, wallet] of state.wallets) wallets.set(id, wallet)
      for (const [id, external] of state.externals) externals.set(id, external)
    },

    drop() {
      fence = undefined
      wallets.clear()
      externals.clear()
      forgetPlayers()
    },
  }
}

/** The batch waits in an open transaction, in which nobody else can commit. */
const withinMs = 1_500

/**
 * Asks what the requests of a batch rest on, all at once, so that reads of the same kind share a query.
 * @returns the errors of those that are not confirmed, by their position; it never rejects.
 */
export async function unconfirmed(batch: readonly Accepted[]): Promise<Map<number, unknown>> {
  if (!batch.some(({ confirm }) => confirm)) return new Map()
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LedgerRefusal('NOT_BOOKED')), withinMs)
  })
  const ended = await Promise.allSettled(batch.map(({ confirm }) => confirm && Promise.race([confirm(), tooLate])))
  clearTimeout(timer)
  return new Map(ended.flatMap((one, index) => (one.status === 'rejected' ? [[index, one.reason]] : [])))
}
