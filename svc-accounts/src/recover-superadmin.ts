import { randomBytes } from 'node:crypto'
import { securityApi } from '@cascade/contracts/accounts'
import { inTransaction, type Mongo } from '@cascade/service-kit'
import { v7 as uuidv7 } from 'uuid'
import { accountEvent, usernameKeyOf, withChanges } from './accounts/account'
import { createAccountStore } from './accounts/account-store'
import { accountWrites } from './accounts/account-writes'
import { authorityEvent } from './activities/authority-event'
import { createCredentialStore } from './identity/passwords/credential-store'
import { createHasher } from './identity/passwords/hasher'
import { createSessionStore } from './identity/sessions/session-store'
import { eventWrite, runSideWrites, type SideWrite } from './ledger'
import { createNoticeStore } from './notices/notice-store'

/**
 * Lets a superadmin in again that has lost password, factors or network: command of an operator with access to the
 * database, while the services run.
 * @returns the new password
 */
export async function recoverSuperadmin(
  { client, db }: Pick<Mongo, 'client' | 'db'>,
  username: string,
): Promise<string> {
  const before = await createAccountStore(db).findByUsername(usernameKeyOf(username))
  if (before?.role !== 'superadmin') throw new Error(`${username} is not a superadmin.`)
  const { _id, passwordVersion } = before
  const at = new Date()
  const actor = { accountId: _id, username: 'recover command', role: before.role, sessionId: '', ipAddress: '' }
  const by = { actor, requestId: uuidv7() }
  const password = randomBytes(15).toString('base64url')
  const after = withChanges(before, { passwordVersion: passwordVersion + 1 }, [])
  const hash = await createHasher().hash(password)
  const notices = createNoticeStore(db, { now: () => at, newId: uuidv7, mails: false })
  const changes = ['password', 'factors', 'networks'].map(field => ({ field, before: null, after: null }))
  const superadmins = await createAccountStore(db).activeSuperadminIds()
  const ending = await createSessionStore(db, () => at).planEndAll([_id], { reason: 'recovered', by })
  const writes: SideWrite[] = [
    ...accountWrites(before, after),
    await createCredentialStore(db).replaceWrite(_id, { password: hash }, true),
    ...['factors', 'recovery_codes', 'networks'].map(
      (collection): SideWrite => ({
        ...{ type: 'deleteMany', collection },
        filter: collection === 'factors' ? { accountId: _id } : { _id },
      }),
    ),
    eventWrite(accountEvent('updated', after, by), at),
    authorityEvent(by, { endpoint: securityApi.removeFactorsOf, at, object: after, changes }),
    ...notices.writes(superadmins, { kind: 'factors-changed', data: { change: 'reset', by: actor.username } }),
    ...ending.writes,
  ]
  await inTransaction(client, async tx => {
    if (!(await runSideWrites(db, writes, tx)))
      throw new Error('The account has just changed. Please repeat the command.')
  })
  return password
}
