import type { AnyEndpoint, ResponseOf } from '@cascade/contracts'
import { type AuthUser, authApi } from '@cascade/contracts/accounts'
import { type CallInput, createClient } from '@cascade/contracts/client'
import { demoPassword } from '@cascade/dev'

export type Session = { token: string; user: AuthUser }
export type Api = ReturnType<typeof apiAt>

export function apiAt(url: string, options?: Parameters<typeof createClient>[1]) {
  const client = createClient(url, options)
  return {
    url,
    /** Returns any response, including errors. */
    async send(...request: Parameters<typeof client.send>) {
      const { status, headers, body } = await client.send(...request)
      return { status, headers, body: (body ?? {}) as Record<string, unknown> }
    },
    async login(username: string, password = demoPassword): Promise<Session> {
      const answer = await client.call(authApi.login, { body: { username, password } })
      if ('needs' in answer) throw new Error(`${username} needs a second factor`)
      return answer
    },
    /** @throws Error unless the response is a success that matches the contract. */
    call: <E extends AnyEndpoint>(endpoint: E, { token }: Session, input: CallInput<E> = {}): Promise<ResponseOf<E>> =>
      client.call(endpoint, { ...input, token }),
  }
}
