import { type Login, type PublicClient, RejectedError, type SessionClient, signIn } from '@cascade/contracts/client'

export type Caller = Pick<PublicClient, 'call'>

/** Longer than any call. */
export const patience = { timeoutMs: 20_000 }

/** A caller that signs in again when its session has ended. */
export function createReloginCaller(url: string, login: Login): Caller {
  let session: Promise<SessionClient | undefined> | undefined
  const opened = async () => {
    session ??= signIn(url, login, patience)
    const open = await session
    if (!open) throw new Error(`${login.username} cannot sign in.`)
    return open
  }
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
