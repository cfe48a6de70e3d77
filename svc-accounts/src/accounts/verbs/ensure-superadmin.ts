import type { AccountsDeps } from '../../deps'
import { accountEvent } from '../rules/account-event'
import { newAccount, newUniqueId } from '../rules/new-account'
import { StaleAccount } from '../store/retry-on-conflict'
import { insertAccounts } from './insert-accounts'

const firstUsername = 'superadmin'

/** Makes the first superadmin on an empty database; several replicas may try at once. */
export async function ensureSuperadmin(deps: AccountsDeps, password: string | undefined): Promise<void> {
  if (await deps.accounts.hasSuperadmin()) return
  if (password === undefined) {
    throw new Error('The database has no superadmin yet: set SUPERADMIN_PASSWORD to the first password.')
  }
  const account = newAccount(
    'superadmin',
    undefined,
    { firstName: 'Super', lastName: 'Admin' },
    { _id: deps.newId(), uniqueId: newUniqueId(), username: firstUsername, at: deps.now() },
  )
  const secrets = { password: await deps.hasher.hash(password) }
  try {
    await deps.transaction(async tx => {
      await deps.accounts.countSuperadmin(tx)
      await insertAccounts(deps, [{ account, secrets }], tx)
      await deps.writeEvents([accountEvent('created', account, { requestId: 'bootstrap' })], tx)
    })
  } catch (error) {
    if (!(error instanceof StaleAccount)) throw error
  }
}
