import { isBackOfficeRole } from '@cascade/contracts'
import type { LimitName } from '@cascade/contracts/accounts'
import { businessDay, type Logger, type Tx } from '@cascade/service-kit'
import { accountRowsOf } from '../accounts/account-store'
import { createLruMap } from '../caching/lru-map'
import type { Ledger, LedgerRejection } from '../ledger'
import { findRecipients, type RecipientDeps } from '../notices/find-recipients'
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

type Options = RecipientDeps & {
  db: Parameters<typeof accountRowsOf>[0]
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  zone: string
  logger: Pick<Logger, 'error'>
  notices: Pick<NoticeStore, 'insert'>
  ledger: Pick<Ledger, 'limits'>
}

/**
 * Marks accounts whose limit has rejected a booking today. If the account is an operator's, it and the account that set
 * the limit are notified once a day, with their people. Marks are written one by one after the ledger's answer, at most
 * once a minute per limit, so that a rejected bet does not wait for them; with `waitingMax` pending, the next rejection
 * tries again.
 */
export function createReachedLimits({ db, transaction, zone, logger, notices, ledger, ...deps }: Options) {
  const rows = accountRowsOf(db)
  const recent = createLruMap<number>(recentMax)
  let turn: Promise<unknown> = Promise.resolve()
  let waiting = 0

  async function mark(accountId: string, limit: DayLimit) {
    const { by } = (await ledger.limits(accountId)).limits
    await transaction(async tx => {
      const account = await rows.findOne({ _id: accountId, deleted: false }, { session: tx })
      if (!account) return
      const at = deps.now()
      const day = businessDay(at, zone)
      const today = account.limitHits?.day === day ? account.limitHits : { day, at, names: [] }
      const isNew = !today.names.includes(limit)
      if (!isNew && account.limitDay === day) return
      const limitHits = isNew ? { ...today, names: [...today.names, limit] } : { ...today, at }
      await rows.updateOne({ _id: accountId }, { $set: { limitDay: day, limitHits } }, { session: tx })
      const { username, role } = account
      // Limits of players are reached by the thousand: they are in lists and on the dashboard only.
      if (!isNew || !isBackOfficeRole(role)) return
      const recipients = [
        ...(await findRecipients(deps, [accountId], 'profile.own')),
        ...(by ? await findRecipients(deps, [by.id], `${role}.manage`) : []),
      ]
      await notices.insert(recipients, { kind: 'limit-reached', data: { accountId, username, role, limit } }, tx)
    })
  }

  return {
    add({ reason, limitOwnerId }: Pick<LedgerRejection, 'reason' | 'limitOwnerId'>): void {
      const limit = limitOfReason[reason]
      if (limit === undefined || limitOwnerId === undefined) return
      const key = `${limitOwnerId} ${limit}`
      const startedAt = Date.now()
      if (startedAt - (recent.get(key) ?? 0) < recentMs || waiting >= waitingMax) return
      recent.set(key, startedAt)
      waiting++
      turn = turn
        .then(() => mark(limitOwnerId, limit))
        .catch(error => {
          recent.set(key, 0)
          logger.error({ err: error, accountId: limitOwnerId, limit }, 'reached limit not recorded')
        })
        .finally(() => waiting--)
    },
    /** Resolves once everything is recorded. */
    async stop() {
      await turn
    },
  }
}
