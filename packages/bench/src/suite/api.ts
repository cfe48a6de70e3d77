import { Agent, request } from 'node:http'
import { z } from 'zod'

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

export type Call = { method: 'GET' | 'POST' | 'PUT'; path: string; token?: string; key?: string; body?: unknown }

/** One call to the public API over a kept connection. @throws Error when the answer is no success. */
export function callApi(url: string, { method, path, token, key, body }: Call): Promise<unknown> {
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(key ? { 'idempotency-key': key } : {}),
    ...(payload ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) } : {}),
  }
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}/api${path}`, { method, headers, agent }, incoming => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const status = incoming.statusCode ?? 0
        if (status >= 200 && status < 300) resolve(JSON.parse(text))
        else reject(new Error(`${method} ${path} answered ${status}: ${text.slice(0, 200)}`))
      })
    })
    outgoing.on('error', reject)
    outgoing.end(payload)
  })
}

const SignedIn = z.object({ token: z.string(), user: z.object({ _id: z.string(), role: z.string() }) })
const Tree = z.object({
  data: z.object({ children: z.array(z.object({ _id: z.string(), username: z.string(), role: z.string() })) }),
})

export type Login = { username: string; password: string }

export async function signIn(url: string, body: Login) {
  const { token, user } = SignedIn.parse(await callApi(url, { method: 'POST', path: '/auth/login', body }))
  return { token, ...user }
}

export async function childrenOf(url: string, { token, _id }: { token: string; _id: string }) {
  return Tree.parse(await callApi(url, { method: 'GET', path: `/tree/${_id}`, token })).data.children
}
