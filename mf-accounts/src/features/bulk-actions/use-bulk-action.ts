import type { Account } from '@cascade/contracts/accounts'
import { formatPoints } from '@cascade/ui-kit'
import { ApiError, messageOf, useActor, wasNotSent } from '@cascade/web-kit'
import type { AccountScope } from '../../shared/api/account-scope'
import { logoutPlayer } from '../../shared/api/logout-player'
import { toggleAccount } from '../../shared/api/toggle-account'
import { useRefreshAccounts } from '../../shared/api/use-refresh-accounts'
import { BookedBefore, NoAnswer, useBookCredit } from '../../shared/credit/use-book-credit'
import { type RunResult, useRun } from '../../shared/runs/use-run'
import { texts } from '../../texts'
import type { BulkKind } from './bulk-kinds'

/** What each account gets. */
export type CreditOrder = { amount: number; password: string; note: string }
export type BulkActionResult = RunResult<Account, undefined>

/** Does one thing to many accounts, one after the other; lists and balances are read again at the end. */
export function useBulkAction(kind: BulkKind, scope: AccountScope) {
  const text = texts.useText()
  const actor = useActor()
  const refresh = useRefreshAccounts()
  const book = useBookCredit({ kind: 'transfer', scope }, false)
  const say = (error: unknown) => {
    if (error instanceof BookedBefore) return text('bookedBefore', { points: formatPoints(error.amount) })
    return error instanceof NoAnswer ? text('bulkNoAnswer') : messageOf(error)
  }
  const run = useRun<Account>({ stopsAt: hitsAll, say, onEnd: refresh })

  const act = async (account: Account, order: CreditOrder | undefined): Promise<undefined> => {
    if (kind === 'logout') await logoutPlayer(account._id)
    else if (kind !== 'credit') await toggleAccount(scope, account._id, kind === 'activate')
    else if (order) {
      const { amount, password, note } = order
      await book({ account, userId: actor._id, amount, password, ...(note ? { note } : {}) })
    }
  }
  const begin = (accounts: readonly Account[], order: CreditOrder | undefined) =>
    run.start(accounts, account => act(account, order))
  return { ...run, begin }
}

/** A wrong password, too many calls and no connection would meet the next account too. */
function hitsAll(error: unknown): boolean {
  if (error instanceof NoAnswer || wasNotSent(error)) return true
  if (!(error instanceof ApiError)) return false
  return error.errors.password !== undefined || error.code === 'TOO_MANY_REQUESTS'
}
