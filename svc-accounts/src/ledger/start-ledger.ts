import type { Logger } from '@cascade/service-kit'
import type { Db, MongoClient } from 'mongodb'
import { v7 as uuidv7 } from 'uuid'
import type { Accepted, LedgerResult } from './decide/ledger-state'
import { idOfRequest, requestHashOf } from './ids'
import { fencePredecessor } from './queue/fence-predecessor'
import { createWriterQueue } from './queue/writer-queue'
import { createSettle } from './settle/settle'
import { walletRowOf, walletsOf } from './store/collections'
import { readStatement } from './store/statement'
import type { ChangeResult, CloseResult, Ledger, LedgerRequest, TransferResult, WalletView } from './types'
import { readConservation } from './verify/conservation'
import { startVerifier } from './verify/verifier'

export type LedgerOptions = {
  client: MongoClient
  db: Db
  /** Named zone of the business day. */
  zone: string
  /** Stable name of this instance's writer: a restart under it ends what its predecessor left open. */
  writerId: string
  logger: Logger
  /** Told after each commit that events wait. */
  publisher: { poke: () => void }
  /** Pause between two verifications. */
  verifyEveryMs?: number
  now?: () => number
}

/** Starts the one writer of money of this instance; the collections of `ledgerPlans` must exist. */
export async function startLedger(options: LedgerOptions): Promise<Ledger> {
  const { client, db, zone, writerId, logger, publisher, verifyEveryMs = 30_000, now = Date.now } = options
  const session = client.startSession()
  await fencePredecessor(db, { writerId, session, logger })
  const queue = createWriterQueue(createSettle({ client, db, session, zone, now, onCommit: publisher.poke }))
  const verifier = startVerifier({ client, db, zone, everyMs: verifyEveryMs, logger, now })

  /** `decide` answers each type of request with its own type of result. */
  const submit = <R extends LedgerResult>(request: LedgerRequest) => queue.submit(accept(request)) as Promise<R>

  async function wallets(walletIds: readonly string[]): Promise<Map<string, WalletView>> {
    const rows = await walletsOf(db)
      .find({ _id: { $in: [...walletIds] } }, { batchSize: 1000 })
      .toArray()
    return new Map(
      rows.map(({ _id, balance, status, scopeVersion }) => [_id, { walletId: _id, balance, status, scopeVersion }]),
    )
  }

  return {
    transfer: request => submit<TransferResult>({ type: 'transfer', ...request }),
    change: request => submit<ChangeResult>({ type: 'change', ...request }),
    close: request => submit<CloseResult>({ type: 'close', ...request }),
    async openWallets(opened, tx) {
      await walletsOf(db).insertMany(opened.map(walletRowOf), { session: tx })
    },
    wallets,
    async balances(walletIds) {
      return new Map([...(await wallets(walletIds))].map(([id, { balance }]) => [id, balance]))
    },
    statement: (walletId, query) => readStatement(db, walletId, query),
    async conservation() {
      const startedAt = new Date()
      const sums = await readConservation(client, db)
      return { ...sums, checkedAt: verifier.verifiedAt() ?? startedAt }
    },
    async stop() {
      await queue.stop()
      await verifier.stop()
      await session.endSession()
    },
  }
}

function accept(request: LedgerRequest): Accepted {
  if (request.type === 'change') return { request, id: uuidv7(), hash: '' }
  return { request, id: idOfRequest(request), hash: request.type === 'transfer' ? requestHashOf(request) : '' }
}
