import type { Logger } from '@cascade/service-kit'
import type { Db, MongoClient } from 'mongodb'
import { v7 as uuidv7 } from 'uuid'
import type { Accepted, LedgerResult } from './books'
import { claimLane } from './claim-lane'
import { walletsOf } from './collections'
import { readConservation } from './conservation'
import { idOfRequest, requestHashOf } from './ids'
import { createLane } from './lane'
import { startReconciler } from './reconciler'
import { createSettle } from './settle'
import { readStatement } from './statement'
import type { ChangeResult, CloseResult, Ledger, LedgerRequest, TransferResult, WalletView } from './types'

export type LedgerOptions = {
  client: MongoClient
  db: Db
  /** Named zone of the business day. */
  zone: string
  /** Stable name of this instance: a restart under it ends what its predecessor left open. */
  laneName: string
  logger: Logger
  /** Told after each commit that events wait. */
  publisher: { poke: () => void }
  /** Pause between two verifications of the books. */
  verifyEveryMs?: number
  now?: () => number
}

/** Starts the one writer of money of this instance; the collections of `ledgerPlans` must exist. */
export async function startLedger(options: LedgerOptions): Promise<Ledger> {
  const { client, db, zone, laneName, logger, publisher, verifyEveryMs = 30_000, now = Date.now } = options
  const session = client.startSession()
  await claimLane(db, { laneName, session, logger })
  const lane = createLane(createSettle({ client, db, session, zone, now, onCommit: publisher.poke }))
  const reconciler = startReconciler({ client, db, zone, everyMs: verifyEveryMs, logger, now })

  /** `decide` answers each type of request with its own type of result. */
  const submit = <R extends LedgerResult>(request: LedgerRequest) => lane.submit(accept(request)) as Promise<R>

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
    wallets,
    async balances(walletIds) {
      return new Map([...(await wallets(walletIds))].map(([id, { balance }]) => [id, balance]))
    },
    statement: (walletId, query) => readStatement(db, walletId, query),
    async conservation() {
      const startedAt = new Date()
      const sums = await readConservation(client, db)
      return { ...sums, checkedAt: reconciler.verifiedAt() ?? startedAt }
    },
    async stop() {
      await lane.stop()
      await reconciler.stop()
      await session.endSession()
    },
  }
}

function accept(request: LedgerRequest): Accepted {
  if (request.type === 'change') return { request, id: uuidv7(), hash: '' }
  return { request, id: idOfRequest(request), hash: request.type === 'transfer' ? requestHashOf(request) : '' }
}
