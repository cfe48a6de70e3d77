import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { Role } from '@cascade/contracts'
import { levelOf } from '@cascade/contracts/accounts'
import type { Login } from '@cascade/contracts/client'
import { z } from 'zod'
import { openSession } from '../players/users'

const fewSockets = new Agent({ keepAlive: true, maxSockets: 64 })

type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  path: string
  token?: string
  key?: string
  body?: unknown
  agent?: Agent | undefined
}

export class Rejected extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

/** Calls the public API over a keep-alive connection. @throws Rejected unless the response is a success */
export function callApi(url: string, call: Call): Promise<unknown> {
  const { method, path, token, key, body, agent = fewSockets } = call
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
        else reject(new Rejected(status, `${method} ${path} answered ${status}: ${text.slice(0, 200)}`))
      })
    })
    outgoing.on('error', reject)
    outgoing.end(payload)
  })
}

const Tree = z.object({
  data: z.object({ children: z.array(z.object({ _id: z.string(), username: z.string(), role: z.string() })) }),
})

async function childrenOf(url: string, { token, _id }: { token: string; _id: string }) {
  return Tree.parse(await callApi(url, { method: 'GET', path: `/tree/${_id}`, token })).data.children
}

export type Sender = { token: string; password: string; targets: { path: string; toUserId: string }[] }

/**
 * Load of transfers of 0.01 points from accounts of every level to a child account, through gateway, session and password
 * check.
 * @param chosen selects the senders
 * @returns makes one transfer; the caller number selects the sender
 */
export async function transferLoad(
  url: string,
  logins: readonly Login[],
  chosen: (senders: readonly Sender[]) => readonly Sender[] = all => all,
  agent?: Agent,
) {
  const all: Sender[] = []
  for (const login of logins) {
    const { token, user } = await openSession(url, login)
    if (user.role === 'player') continue
    const children = await childrenOf(url, { token, _id: user._id })
    const targets = children.map(child => ({
      path: `/${levelOf(child.role as Role).path}/credit-transfer`,
      toUserId: child._id,
    }))
    if (targets.length > 0) all.push({ token, password: login.password, targets })
  }
  const senders = chosen(all)
  if (senders.length === 0) throw new Error('no login has a child account')

  return async (caller: number): Promise<void> => {
    const sender = senders[caller % senders.length]
    const target = sender?.targets[Math.floor(Math.random() * sender.targets.length)]
    if (!sender || !target) throw new Error('No sender')
    const { token, password } = sender
    const body = { toUserId: target.toUserId, transferAmount: 0.01, password }
    await callApi(url, { method: 'POST', path: target.path, token, key: randomUUID(), body, agent })
  }
}
