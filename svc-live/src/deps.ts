import type { Board, DrawsChanged, LiveGame, liveInternal, SeedChain } from '@cascade/contracts/live'
import type { RecordSigner } from '@cascade/draw-rules/record'
import type { Background, createClearings, createKeyStore, ServiceContext } from '@cascade/service-kit'
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
import type { ChainStore, Correction, SavedResult } from './records/chain-store'
import type { DrawStore } from './records/draw-store'
import type { RecordStore } from './records/record-store'
import type { TicketStore } from './records/ticket-store'

export type LiveDeps = BaseDeps & {
  engine: Engine
  leader: Leader
  feed: LiveFeed
}

export type BaseDeps = ServiceContext['core'] &
  Pick<ServiceContext, 'db' | 'logger' | 'zone'> & {
    clock: Pick<ServiceContext['clock'], 'now'>
    /** Tells the sockets of players which draws to read again. Best effort. */
    announceDraws: (changed: DrawsChanged) => void
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
    /** Sequence number of the last ledger posting in the projections. */
    playSeq: () => Promise<number>
    records: RecordStore
    resultKeys: ReturnType<typeof createKeyStore<SavedResult>>
    correctionKeys: ReturnType<typeof createKeyStore<Correction>>
    seeds: Seeds
    publicChains: () => Promise<SeedChain[]>
    signer: RecordSigner
    stops: StopStore
    tickets: TicketStore
    totals: TotalStore
    versions: VersionStore
  }

type Internal = typeof liveInternal
/** Pool balance after a posting, with the posting's sequence number. */
type PoolState = { balance: bigint; seq: number }

/** Takes bets, closes, draws and settles, on the one instance that holds the lease. */
export type Engine = Background & {
  isOpen: () => boolean
  /** Term of this instance's leadership; undefined while it does not lead. */
  term: () => number | undefined
  offerings: {
    open: (offering: Offering) => Promise<OpenOffering>
    all: () => OpenOffering[]
    roll: (offering: OpenOffering) => Promise<OpenOffering>
    remove: (offering: Offering) => unknown
  }
  /** @throws AppError UNAVAILABLE while this instance does not lead; nothing was done */
  placeBet: (call: BetCall) => Promise<BetAnswer>
  notifySettlement: () => void
  /** Reloads what another instance has changed; null means all. */
  refresh: (adminId: string | null, gameId: string | null, pool?: PoolState) => Promise<void>
  figures: () => { offerings: number; bets: number; players: number }
}

/** Calls that only the leader can answer: handled locally if this instance leads, else forwarded. */
export type Leader = {
  isHere: () => boolean
  /** @throws AppError OUTCOME_UNKNOWN when the leader accepted the bet and did not answer */
  placeBet: (bet: BetCall) => Promise<BetAnswer>
  snapshot: (viewer: Omit<z.output<Internal['snapshot']['body']>, 'isFinal'>) => Promise<LiveGame>
  exposure: (adminIds: readonly string[] | null) => Promise<z.output<Internal['exposure']['response']>>
  board: (viewer: z.output<Internal['board']['body']>) => Promise<Board>
  /** Notifies the leader of a committed change. Best effort: the leader reloads everything with the next draw. */
  notifyChange: (adminId: string | null, gameId: string | null, pool?: PoolState) => Promise<void>
}

export type LiveFeed = Background & {
  snapshot: (offering: OpenOffering) => LiveGame
}
