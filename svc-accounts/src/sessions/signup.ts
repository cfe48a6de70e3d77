import { roles } from '@cascade/contracts'
import type { AuthUser } from '@cascade/contracts/accounts'
import { conflict, forbidden } from '@cascade/service-kit'
import { accountEvent } from '../accounts/account-events'
import { AccountMoved } from '../accounts/account-moved'
import { insertAccounts } from '../accounts/insert-accounts'
import { newUniqueId, newUser } from '../accounts/new-account'
import { usernameKeyOf } from '../accounts/search-keys'
import type { AccountsDeps } from '../deps'
import { accountTexts } from '../texts'
import { authUserOf } from './auth-user'

/** Names that the server generates; a person who takes one would pass for an operator. */
const generated = new RegExp(`^(${roles.join('|')})\\d*$`, 'i')

export async function signUp(
  deps: AccountsDeps,
  allowed: boolean,
  input: { username: string; password: string },
  requestId: string,
): Promise<AuthUser> {
  if (!allowed) throw forbidden(accountTexts.signupOff)
  const taken = () => conflict(accountTexts.usernameTaken, { username: accountTexts.usernameTaken })
  const { username } = input
  if (generated.test(username)) throw taken()
  const exists = await deps.accounts.rows.findOne({ usernameKey: usernameKeyOf(username) })
  if (exists) throw taken()
  const password = await deps.hasher.hash(input.password)
  const account = newUser({ _id: deps.newId(), uniqueId: newUniqueId(), username, at: deps.now() })
  await deps
    .transaction(async session => {
      await insertAccounts(deps, [{ account, secrets: { password } }], session)
      await deps.writeEvents([accountEvent('created', account, { requestId })], session)
    })
    .catch((error: unknown) => {
      throw error instanceof AccountMoved ? taken() : error
    })
  return authUserOf(deps, account)
}
