import { type Login, type PublicClient, RejectedError, type SessionClient, signIn } from '@cascade/contracts/client'

export type Caller = Pick<PublicClient, 'call'>

/** Longer than any call. */
export const patience = { timeoutMs: 20_000 }

/** @throws Error for wrong credentials or an inactive account */
export async function openSession(url: string, login: Login): Promise<SessionClient> {
  const session = await signIn(url, login, patience)
  if (!session) throw new Error(`${login.username} cannot sign in.`)
  return session
}

/** A caller that signs in again when its session has ended. */
export function createReloginCaller(url: string, login: Login): Caller {
  let session: Promise<SessionClient> | undefined
  const opened = () => (session ??= openSession(url, login))
  return {
    async call(endpoint, input) {
      try {
        return await (await opened()).call(endpoint, input)
      } catch (error) {
        if (!(error instanceof RejectedError) || error.status !== 401) throw error
        session = undefined
        return (await opened()).call(endpoint, input)
      }
    },
  }
}
