import { type Actor, type Call, conflict, forbidden } from '@cascade/service-kit'
import { accountEvent, StaleAccount } from '../accounts/account'
import { accountTexts } from '../accounts/texts'
import type { AccountsDeps } from '../deps'
import { isUsernameTaken } from '../identity/login'
import { requireUncommon } from '../identity/passwords/common-passwords'
import { insertAccounts } from './create-account'
import { newUniqueId, newUser } from './new-account'

type SignUp = { username: string; password: string }

/** Public sign-up, if enabled: creates an account without a parent and without permissions. */
export async function signUp(deps: AccountsDeps, { ctx, input }: Call<SignUp, Actor | undefined>) {
  if (!deps.signupAllowed) throw forbidden(accountTexts.signupOff)
  const { username } = input
  if (await isUsernameTaken(deps, username)) throw usernameTaken()
  await requireUncommon(input.password, 'password')
  const password = await deps.hasher.hash(input.password, { isStranger: true })
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
