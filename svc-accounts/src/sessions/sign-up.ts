import { roles } from '@cascade/contracts'
import { type Actor, type Ask, conflict, forbidden } from '@cascade/service-kit'
import { accountEvent } from '../accounts/rules/account-event'
import { newUniqueId, newUser } from '../accounts/rules/new-account'
import { usernameKeyOf } from '../accounts/rules/search-keys'
import { StaleAccount } from '../accounts/store/retry-on-conflict'
import { insertAccounts } from '../accounts/verbs/insert-accounts'
import { requireUncommon } from '../credentials/require-uncommon'
import type { AccountsDeps } from '../deps'
import { accountTexts } from '../texts'

/** Names that the server generates; a person who takes one would pass for an operator. */
const generated = new RegExp(`^(${roles.join('|')})\\d*$`, 'i')

type SignUp = { username: string; password: string }

/** Makes an account that stands below nobody and manages nothing, where the public may do so. */
export async function signUp(deps: AccountsDeps, { ctx, input }: Ask<SignUp, Actor | undefined>) {
  if (!deps.signupAllowed) throw forbidden(accountTexts.signupOff)
  const { username } = input
  if (generated.test(username)) throw usernameTaken()
  if (await deps.accounts.isUsernameTaken(usernameKeyOf(username))) throw usernameTaken()
  await requireUncommon(input.password, 'password')
  const password = await deps.hasher.hash(input.password)
  const account = newUser({ _id: deps.newId(), uniqueId: newUniqueId(), username, at: deps.now() })
  const by = { requestId: ctx.requestId }
  try {
    await deps.transaction(async tx => {
      await insertAccounts(deps, [{ account, secrets: { password } }], tx)
      await deps.writeEvents([accountEvent('created', account, by)], tx)
    })
  } catch (error) {
    throw error instanceof StaleAccount ? usernameTaken() : error
  }
  const { _id, role } = account
  return { data: { _id, username, role, walletBalance: 0, roles: [role] } }
}

const usernameTaken = () => conflict(accountTexts.usernameTaken, { username: accountTexts.usernameTaken })
