import type { AccountsDeps } from '../deps'
import { accountEvent } from './account-events'
import { AccountMoved } from './account-moved'
import { insertAccounts } from './insert-accounts'
import { newAccount, newUniqueId } from './new-account'

const firstUsername = 'superadmin'

/** Makes the first superadmin on an empty database; several replicas may try at once. */
export async function ensureSuperadmin(deps: AccountsDeps, password: string | undefined): Promise<void> {
  if (await deps.accounts.rows.findOne({ role: 'superadmin' }, { projection: { _id: 1 } })) return
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
    await deps.transaction(async session => {
      await deps.accounts.countSuperadmin(session)
      await insertAccounts(deps, [{ account, secrets }], session)
      await deps.writeEvents([accountEvent('created', account, { requestId: 'bootstrap' })], session)
    })
  } catch (error) {
    if (!(error instanceof AccountMoved)) throw error
  }
}
