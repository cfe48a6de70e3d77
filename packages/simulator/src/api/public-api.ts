import { type AnswerOf, type AnyEndpoint, type BodyInputOf, ErrorBody, type QueryInputOf } from '@cascade/contracts'

const patienceMs = 20_000

/** A refusal of the server, with the code and reason that it gave. */
export class Refused extends Error {
  readonly status: number
  readonly reason: string

  constructor(status: number, reason: string, message: string) {
    super(message)
    this.status = status
    this.reason = reason
  }
}

type Input<E extends AnyEndpoint> = {
  params?: Record<string, string>
  query?: QueryInputOf<E>
  body?: BodyInputOf<E>
  /** The same key does the same thing once, however often it is sent. */
  key?: string
}

export type PublicApi = {
  /** @throws Refused as the server answered, TypeError or TimeoutError when it did not */
  call: <E extends AnyEndpoint>(endpoint: E, input?: Input<E>) => Promise<AnswerOf<E>>
}

/** Calls the public API as a browser does: parsed by the same contract, with a token or without. */
export function createPublicApi(url: string, token?: string): PublicApi {
  return {
    async call(endpoint, { params = {}, query = {}, body, key } = {}) {
      const path = endpoint.path.replace(/:([a-zA-Z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
      const search = new URLSearchParams(
        Object.entries(query as object).map(([name, value]): [string, string] => [name, String(value)]),
      )
      const isRead = endpoint.method === 'GET'
      const response = await fetch(`${url}/api${path}${search.size > 0 ? `?${search}` : ''}`, {
        method: endpoint.method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(!isRead && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
        },
        ...(!isRead && { body: JSON.stringify(body ?? {}) }),
        signal: AbortSignal.timeout(patienceMs),
      })
      const answer: unknown = await response.json().catch(() => undefined)
      if (response.ok) return endpoint.answer.parse(answer)
      const refusal = ErrorBody.safeParse(answer).data
      const reason = refusal?.reason ?? refusal?.code ?? `HTTP_${response.status}`
      throw new Refused(response.status, reason, refusal?.message ?? `${path} answered ${response.status}`)
    },
  }
}
