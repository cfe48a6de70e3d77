import { isBackOfficeRole } from '@cascade/contracts'
import type { LimitName } from '@cascade/contracts/accounts'
import { businessDay, type Logger, type Tx } from '@cascade/service-kit'
import { accountRowsOf } from '../accounts/account-store'
import { createLruMap } from '../caching/lru-map'
import type { Ledger, LedgerRejection } from '../ledger'
import type { NoticeStore } from '../notices/notice-store'

type DayLimit = Exclude<LimitName, 'mayTransfer'>
const limitOfReason: Readonly<Partial<Record<LedgerRejection['reason'], DayLimit>>> = {
  BALANCE_LIMIT: 'balanceMax',
  GIVE_LIMIT: 'giveDayMax',
  STAKE_LIMIT: 'stakeDayMax',
  LOSS_LIMIT: 'lossDayMax',
}

const recentMax = 10_000
const recentMs = 60_000
const waitingMax = 1_000

type Options = {
  db: Parameters<typeof accountRowsOf>[0]
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  now: () => Date
  zone: string
  logger: Pick<Logger, 'error'>
  notices: Pick<NoticeStore, 'insert'>
  ledger: Pick<Ledger, 'limits'>
}

/**
 * Marks accounts of which a limit has rejected a booking today, operators with a notice for them and for who has set it,
 * once a day. After the answer of the ledger, one after the other, and at most once a minute for each limit, so that
 * rejected bets cost neither the ledger nor their callers anything; beyond `waitingMax` a later rejection marks it.
 */
export function createReachedLimits({ db, transaction, now, zone, logger, notices, ledger }: Options) {
  const rows = accountRowsOf(db)
  const recent = createLruMap<number>(recentMax)
  let turn: Promise<unknown> = Promise.resolve()
  let waiting = 0

  async function mark(accountId: string, limit: DayLimit) {
    const { by } = (await ledger.limits(accountId)).limits
    await transaction(async tx => {
      const account = await rows.findOne({ _id: accountId, deleted: false }, { session: tx })
      if (!account) return
      const at = now()
      const day = businessDay(at, zone)
      const today = account.limited?.day === day ? account.limited : { day, at, names: [] }
      const isNew = !today.names.includes(limit)
      if (!isNew && account.limitedOn === day) return
      const limited = isNew ? { ...today, names: [...today.names, limit] } : { ...today, at }
      await rows.updateOne({ _id: accountId }, { $set: { limitedOn: day, limited } }, { session: tx })
      const { username, role } = account
      // Limits of players are reached by the thousand: they are in lists and on the dashboard only.
      if (!isNew || !isBackOfficeRole(role)) return
      const recipients = [accountId, ...(by ? [by.id] : [])]
      await notices.insert(recipients, { kind: 'limit-reached', data: { accountId, username, role, limit } }, tx)
    })
  }

  return {
    add({ reason, limitedId }: Pick<LedgerRejection, 'reason' | 'limitedId'>): void {
      const limit = limitOfReason[reason]
      if (limit === undefined || limitedId === undefined) return
      const key = `${limitedId} ${limit}`
      const startedAt = Date.now()
      if (startedAt - (recent.get(key) ?? 0) < recentMs || waiting >= waitingMax) return
      recent.set(key, startedAt)
      waiting++
      turn = turn
        .then(() => mark(limitedId, limit))
        .catch(error => {
          recent.set(key, 0)
          logger.error({ err: error, accountId: limitedId, limit }, 'reached limit not recorded')
        })
        .finally(() => waiting--)
    },
    /** Resolves once everything is recorded. */
    async stop() {
      await turn
    },
  }
}
