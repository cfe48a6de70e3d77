import type { CausedBy } from '@cascade/service-kit'
import type { AccountsDeps } from '../../deps'
import { type Account, evolved } from '../rules/account'
import { accountEvent } from '../rules/account-event'
import { deletedLine } from '../rules/account-history'
import { issuerRef, ledgerActorOf, walletRefOf } from '../rules/wallet-ref'
import { accountWrites, countWrite, eventWrites, superadminCountWrite } from '../store/account-writes'
import { historyWrite } from '../store/history-store'

type By = Required<CausedBy>

/**
 * Closes an account for good: its balance returns to its parent (a superadmin's to the issuer), and it is gone with the
 * same commit. @param entries of its wallet as they were counted before it was asked what is open: one more refuses
 */
export async function closeAccount(deps: AccountsDeps, by: By, before: Account, entries?: bigint): Promise<void> {
  const parent = before.parentId === null ? undefined : await deps.accounts.find(before.parentId)
  if (!parent && before.role !== 'superadmin') throw new Error(`Account ${before._id} has no parent`)
  const set = { deleted: true, deletedAt: deps.now(), scopeVersion: before.scopeVersion + 1, closing: undefined }
  const after = evolved(before, set, [])
  const ending = await deps.sessions.endingAll([before._id], { reason: 'deleted', by })
  await deps.ledger.close({
    source: walletRefOf(before),
    destination: parent ? walletRefOf(parent) : issuerRef,
    ...(entries === undefined ? {} : { entries }),
    actor: ledgerActorOf(by.actor),
    note: `Balance of the deleted account ${before.username}`,
    correlationId: by.requestId,
    sideWrites: [
      ...accountWrites(before, after),
      ...eventWrites([accountEvent('deleted', after, by)]),
      historyWrite(deletedLine(after, by, deps.now())),
      ...(parent ? [countWrite(before, parent, -1)] : []),
      ...(before.role === 'superadmin' && before.active ? [superadminCountWrite(-1)] : []),
      ...ending.writes,
    ],
  })
  deps.passwords.forget(ending.sessionIds)
}
