import { z } from 'zod'

type PublicApi = {
  /** @throws Error with the server's sentence when the answer is not a success. */
  get<S extends z.ZodType>(path: string, answer: S): Promise<z.output<S>>
  post<S extends z.ZodType>(path: string, body: unknown, answer: S): Promise<z.output<S>>
}

const SignedIn = z.object({ token: z.string(), user: z.object({ _id: z.string(), username: z.string() }) })
const Failure = z.object({ message: z.string() })

/** Signs in at the gateway and answers a client for the calls of that account. */
export async function signIn(url: string, username: string, password: string) {
  const { token, user } = await call(url, '/auth/login', SignedIn, { body: { username, password } })
  const api: PublicApi = {
    get: (path, answer) => call(url, path, answer, { token }),
    post: (path, body, answer) => call(url, path, answer, { token, body }),
  }
  return { api, token, user }
}

async function call<S extends z.ZodType>(
  url: string,
  path: string,
  answer: S,
  input: { token?: string; body?: unknown },
) {
  const response = await fetch(`${url}/api${path}`, {
    method: input.body === undefined ? 'GET' : 'POST',
    headers: {
      ...(input.token === undefined ? {} : { authorization: `Bearer ${input.token}` }),
      ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: input.body === undefined ? undefined : JSON.stringify(input.body),
    signal: AbortSignal.timeout(20_000),
  })
  const content: unknown = await response.json().catch(() => undefined)
  if (!response.ok) {
    const { data } = Failure.safeParse(content)
    throw new Error(`${path} answered ${response.status}: ${data?.message ?? 'no message'}`)
  }
  return answer.parse(content)
}
