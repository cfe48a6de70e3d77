import type { Board, LiveGame, liveInternal, SeedChain } from '@cascade/contracts/live'
import type { RecordSigner } from '@cascade/draw-rules/record'
import type { Background, createClearings, createKeyStore, DatabaseClock, ServiceParts } from '@cascade/service-kit'
import type { z } from 'zod'
import type { AccountCache } from './betting/accounts'
import type { BetAnswer, BetCall } from './betting/bet-call'
import type { BusyStore } from './betting/busy-store'
import type { OpenOffering } from './betting/open-draws'
import type { TotalStore } from './betting/total-store'
import type { Catalog } from './catalog/catalog'
import type { ChangeStore } from './catalog/change-store'
import type { GameReplica } from './catalog/games'
import type { Offering } from './catalog/offering'
import type { VersionStore } from './catalog/schedule'
import type { StopStore } from './catalog/stop-store'
import type { Seeds } from './drawing/keys'
import type { LedgerClient } from './ledger/client'
import type { DeadLetterStore } from './ledger/dead-letter-store'
import type { DeadLetters } from './ledger/dead-letters'
import type { PayoutJobStore } from './payout/job-store'
import type { PayableStore } from './payout/payable-store'
import type { PaymentStore } from './payout/payment-store'
import type { ListStore } from './projections/list-store'
import type { ChainStore, SavedResult } from './records/chain-store'
import type { DrawStore } from './records/draw-store'
import type { RecordStore } from './records/record-store'
import type { TicketStore } from './records/ticket-store'

/** What a verb may use; `service.ts` makes it. */
export type LiveDeps = BaseDeps & {
  engine: Engine
  /** The same calls, wherever the engine runs. */
  leader: Leader
  feed: LiveFeed
}

/** What the engine itself is made of. */
export type BaseDeps = ServiceParts['core'] &
  Pick<ServiceParts, 'db' | 'logger' | 'zone'> & {
    /** The database's: draws go by it, on every instance. */
    clock: DatabaseClock
    accounts: AccountCache
    deadLetters: DeadLetters
    deadLetterStore: DeadLetterStore
    busy: BusyStore
    catalog: Catalog
    chains: ChainStore
    changes: ChangeStore
    clearings: ReturnType<typeof createClearings>
    draws: DrawStore
    payables: PayableStore
    games: GameReplica
    jobs: PayoutJobStore
    ledger: LedgerClient
    lists: ListStore
    payments: PaymentStore
    /** How far the projection of the ledger's feed has come: the number of the last posting that it holds. */
    playSeq: () => Promise<number>
    records: RecordStore
    resultKeys: ReturnType<typeof createKeyStore<SavedResult>>
    seeds: Seeds
    publicChains: () => Promise<SeedChain[]>
    signer: RecordSigner
    stops: StopStore
    tickets: TicketStore
    totals: TotalStore
    versions: VersionStore
  }

type Internal = typeof liveInternal
/** What a posting has just left in a pool, and its number in the ledger's feed. */
type PoolState = { balance: bigint; seq: number }

/** Takes bets, closes, draws and settles, in the one instance that holds the lease. */
export type Engine = Background & {
  isOpen: () => boolean
  /** In which this instance works; undefined while another does, or none. */
  term: () => number | undefined
  /** The offerings in which something happens now. */
  offerings: {
    open: (offering: Offering) => Promise<OpenOffering>
    all: () => OpenOffering[]
    roll: (offering: OpenOffering) => Promise<OpenOffering>
    remove: (offering: Offering) => unknown
  }
  /** @throws AppError UNAVAILABLE while this instance does not hold the lease; nothing was done then. */
  placeBet: (call: BetCall) => Promise<BetAnswer>
  /** Wins of a draw are to be paid. */
  notifySettlement: () => void
  /** Reads again what others have changed; null stands for all. */
  refresh: (adminId: string | null, gameId: string | null, pool?: PoolState) => Promise<void>
  figures: () => { offerings: number; bets: number; players: number }
}

/** Calls that only the holder of the engine can answer: here when that is this instance, else at the holder's address. */
export type Leader = {
  isHere: () => boolean
  /** @throws AppError OUTCOME_UNKNOWN when the holder took the bet and did not answer */
  placeBet: (bet: BetCall) => Promise<BetAnswer>
  /** The state of an offering, from the instance that tells of its changes. */
  snapshot: (viewer: Omit<z.output<Internal['snapshot']['body']>, 'isFinal'>) => Promise<LiveGame>
  /** What the open draws cost at most, from the instance that holds them. */
  exposure: (adminIds: readonly string[] | null) => Promise<z.output<Internal['exposure']['answer']>>
  /** All games of a user at a glance, from the instance that holds them. */
  board: (viewer: z.output<Internal['board']['body']>) => Promise<Board>
  /** Tells the holder that something has changed. It reads everything again with the next draw, should this fail. */
  notifyChange: (adminId: string | null, gameId: string | null, pool?: PoolState) => Promise<void>
}

export type LiveFeed = Background & {
  /** The state of an offering for somebody who watches it from now on. */
  snapshot: (offering: OpenOffering) => LiveGame
}
