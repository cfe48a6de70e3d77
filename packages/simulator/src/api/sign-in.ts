import { authApi } from '@cascade/contracts/accounts'
import { createPublicApi, type PublicApi, Refused } from './public-api'

export type Login = { username: string; password: string }
export type SignedIn = PublicApi & { userId: string; username: string }

/** @returns undefined when these credentials do not open the account */
export async function signIn(url: string, { username, password }: Login): Promise<SignedIn | undefined> {
  try {
    const { token, user } = await createPublicApi(url).call(authApi.login, { body: { username, password } })
    return { ...createPublicApi(url, token), userId: user._id, username }
  } catch (error) {
    if (error instanceof Refused && (error.status === 401 || error.status === 403)) return undefined
    throw error
  }
}

/** A player whose session is opened anew when it has ended. */
export function staySignedIn(url: string, login: Login): { call: PublicApi['call'] } {
  let session: Promise<SignedIn | undefined> | undefined
  const opened = async () => {
    session ??= signIn(url, login)
    const open = await session
    if (!open) throw new Error(`${login.username} cannot sign in.`)
    return open
  }
  return {
    async call(endpoint, input) {
      try {
        return await (await opened()).call(endpoint, input)
      } catch (error) {
        if (!(error instanceof Refused) || error.status !== 401) throw error
        session = undefined
        return (await opened()).call(endpoint, input)
      }
    },
  }
}
