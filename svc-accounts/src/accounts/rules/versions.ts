import { conflict } from '@cascade/service-kit'
import { accountTexts } from '../../texts'
import type { Account } from './account'

/** The version of an account as it travels in `ETag` and `If-Match`. */
export const etagOf = (account: Pick<Account, 'version'>) => `"${account.version}"`

/**
 * Refuses an edit that was made on an older state.
 * @throws AppError CONFLICT whose `errors` names every field that somebody else changed since.
 */
export function requireCurrent(account: Account, ifMatch: string | undefined): void {
  if (ifMatch === undefined || ifMatch === '*' || ifMatch === etagOf(account)) return
  const seen = Number(/^(?:W\/)?"(\d+)"$/.exec(ifMatch)?.[1] ?? 0)
  const changed = Object.entries(account.changedIn).filter(([, version]) => Number(version) > seen)
  throw conflict(accountTexts.stale, Object.fromEntries(changed.map(([field]) => [field, 'Changed meanwhile'])))
}
