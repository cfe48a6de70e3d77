import type { PostingRequest } from '@cascade/contracts/accounts'
import { businessDay, createLease, notFound, transferIdOf } from '@cascade/service-kit'
import { v7 as uuidv7 } from 'uuid'
import { sumBranch } from './branch'
import { sumUseBelow } from './count-below'
import { movedOf } from './decide/approval-limits'
import type { LedgerResult } from './decide/ledger-state'
import { requestHashOf } from './ids'
import { limitsPlay, readUse } from './limits'
import { toBookedResult, toFailedResult } from './posting-results'
import { LedgerRejection } from './rejection'
import { startWriter, type WriterOptions } from './start-writer'
import { readBalancesAt } from './store/balances-at'
import { type WalletRow, walletsOf } from './store/collections'
import { findTransfer } from './store/reversals'
import { readStatement } from './store/statement'
import { readBooked, readCreditUsed, readOutcome, readPools } from './store/stored-outcomes'
import type {
  ChangeRequest,
  ChangeResult,
  CloseKeyResult,
  CloseResult,
  Ledger,
  LedgerRequest,
  NewWallet,
  PlayResult,
  TransferResult,
  WalletSummary,
} from './types'
import { startVerifier } from './verify/verifier'
import { readConservation } from './verify/verify-feeds'

const verifyEveryMs = 60_000

/** Starts the ledger of this instance. The collections of `ledgerCollections` must exist. */
export async function startLedger(options: WriterOptions): Promise<Ledger> {
  const { client, db, zone, logger, metrics, clock, feeds, instance } = options
  const writer = await startWriter(options)
  const submit = <R extends LedgerResult>(request: LedgerRequest) =>
    writer.submit<R>(request).catch((error: unknown) => {
      if (error instanceof LedgerRejection && error.limitOwnerId !== undefined) options.onLimit?.(error)
      throw error
    })
  const verifier = startVerifier({
    ...{ client, db, everyMs: verifyEveryMs, logger, metrics },
    lease: createLease(db, 'ledger verification', { owner: instance.id, now: clock.now }),
  })

  const bookPosting = (posting: PostingRequest) =>
    submit<PlayResult>({ type: 'play', posting }).then(
      result => toBookedResult(posting, result),
      (error: unknown) => toFailedResult(posting, error, logger),
    )

  async function wallets(walletIds: readonly string[]): Promise<Map<string, WalletSummary>> {
    const rows = await walletsOf(db)
      .find({ _id: { $in: [...walletIds] } }, { batchSize: 1000 })
      .sort({ _id: 1 })
      .toArray()
    return new Map(
      rows.map(({ _id, balance, status, scopeVersion, seq }) => [
        _id,
        { walletId: _id, balance, status, scopeVersion, entries: seq },
      ]),
    )
  }

  const today = () => businessDay(new Date(clock.now()), zone)
  const findWallet = (walletId: string) => walletsOf(db).findOne({ _id: walletId })
  const change = (request: Omit<ChangeRequest, 'type'>) => submit<ChangeResult>({ type: 'change', ...request })

  /** Begins to count the play below, and sums the day so far. Without a limit afterwards, the count has no effect. */
  async function beginCount(account: { walletId: string; role: string }) {
    const counting = uuidv7()
    await change({ walletId: account.walletId, limits: { type: 'count', id: counting } })
    return sumUseBelow({ client, db }, account, { day: today(), counting })
  }

  return {
    transfer: request => submit<TransferResult>({ type: 'transfer', ...request }),
    async change(request) {
      const sum = request.move && (await sumBranch(client, db, request.move))
      return change({ ...request, ...(sum && { sum }) })
    },
    async setLimits({ walletId, role }, set, sideWrites) {
      const isPlayer = role === 'player'
      const isFirst = !isPlayer && !limitsPlay((await findWallet(walletId))?.limits)
      const isOfPlay = [set.set.stakeDayMax, set.set.lossDayMax].some(max => typeof max === 'bigint')
      const below = isFirst && isOfPlay ? await beginCount({ walletId, role }) : undefined
      return change({ walletId, limits: { type: 'set', isPlayer, ...set, ...(below && { below }) }, sideWrites })
    },
    async limits(walletId) {
      const wallet = await findWallet(walletId)
      if (!wallet) throw notFound()
      const { limits = { version: 0 }, own = {}, balance } = wallet
      const day = today()
      return { limits, own, balance, use: { ...readUse(wallet, day), day } }
    },
    close: request => submit<CloseResult>({ type: 'close', ...request }),
    closeKey: request =>
      submit<CloseKeyResult>({ type: 'closeKey', ...request }).then(
        () => 'booked' as const,
        (error: unknown) => {
          if (error instanceof LedgerRejection && error.verdict === 'refused') return 'refused' as const
          throw error
        },
      ),
    async movedToday(accountId) {
      return movedOf((await findWallet(accountId)) ?? {}, today())
    },
    commitForwarded: writer.commitForwarded,
    findBooked: (actorId, key, content) => readBooked(db, transferIdOf(actorId, key), requestHashOf(content)),
    outcome: (actorId, transferId) => readOutcome(db, actorId, transferId),
    play: postings => Promise.all(postings.map(bookPosting)),
    pools: offerings => readPools(db, offerings),
    creditFeed: feeds.credit,
    playFeed: feeds.play,
    findTransfer: transferId => findTransfer(db, transferId),
    async openWallets(opened, tx) {
      await walletsOf(db).insertMany(opened.map(walletRowOf), { session: tx })
    },
    wallets,
    creditUsed: adminId => readCreditUsed(db, adminId),
    async balances(walletIds) {
      return new Map([...(await wallets(walletIds))].map(([id, { balance }]) => [id, balance]))
    },
    balancesAt: (walletIds, at) => readBalancesAt(db, walletIds, at),
    statement: (walletId, query) => readStatement(db, walletId, query),
    async conservation() {
      const startedAt = new Date()
      const [sums, verifiedAt] = await Promise.all([readConservation(client, db), verifier.verifiedAt()])
      return { ...sums, checkedAt: verifiedAt ?? startedAt }
    },
    async stop() {
      await writer.stop()
      await verifier.stop()
    },
  }
}

function walletRowOf({ walletId, status, creditLine, at }: NewWallet): WalletRow {
  return {
    _id: walletId,
    balance: 0n,
    seq: 0n,
    status,
    scopeVersion: 1,
    lastChange: '',
    updatedAt: at,
    ...(creditLine === undefined ? {} : { creditLine }),
  }
}
