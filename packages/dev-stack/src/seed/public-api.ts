import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'

export type PublicApi = {
  /** @throws Refused when the server says no, Error when it fails or does not answer. */
  get<S extends z.ZodType>(path: string, answer: S): Promise<z.output<S>>
  /** The same key makes the same change once, however often it is sent. */
  post<S extends z.ZodType>(path: string, key: string, body: unknown, answer: S): Promise<z.output<S>>
}

export type SignedIn = { api: PublicApi; userId: string }

/** The server's own decision about what was asked: asking again changes nothing. */
export class Refused extends Error {}

const SignedInAnswer = z.object({ token: z.string(), user: z.object({ _id: z.string() }) })
const Failure = z.object({ message: z.string() })
const maxRepeats = 6
const firstPauseMs = 100
const refusalStatuses: readonly number[] = [400, 403, 404, 409, 422]

/** Signs in at the gateway. Answers `undefined` when these credentials do not open the account. */
export async function signIn(url: string, username: string, password: string): Promise<SignedIn | undefined> {
  const response = await send(url, '/auth/login', { body: { username, password } })
  if (response.status === 401 || response.status === 403) return undefined
  const { token, user } = await read(response, '/auth/login', SignedInAnswer)
  return {
    userId: user._id,
    api: {
      get: async (path, answer) => read(await send(url, path, { token }), path, answer),
      post: async (path, key, body, answer) => read(await send(url, path, { token, body, key }), path, answer),
    },
  }
}

type Input = { token?: string; body?: unknown; key?: string }

/** Each call may be sent again, a change under its key: right after a start somebody may be away for a moment. */
async function send(url: string, path: string, input: Input): Promise<Response> {
  for (let repeats = 0; ; repeats++) {
    const response = await sendOnce(url, path, input)
    if (response.status !== 503 || repeats === maxRepeats) return response
    await response.body?.cancel()
    await sleep(Math.max(Number(response.headers.get('retry-after') ?? 0) * 1_000, firstPauseMs * 2 ** repeats))
  }
}

function sendOnce(url: string, path: string, { token, body, key }: Input): Promise<Response> {
  return fetch(`${url}/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  })
}

async function read<S extends z.ZodType>(response: Response, path: string, answer: S): Promise<z.output<S>> {
  const content: unknown = await response.json().catch(() => undefined)
  if (response.ok) return answer.parse(content)
  const message = Failure.safeParse(content).data?.message ?? 'no message'
  if (refusalStatuses.includes(response.status)) throw new Refused(message)
  throw new Error(`${path} answered ${response.status}: ${message}`)
}
