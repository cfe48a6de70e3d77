import type { Sent, Told } from '@cascade/contracts'
import { type LoggedChange, LoggedChanges } from '@cascade/contracts/gateway'
import type { ApiCall } from '../request/context'

/** A call in the words of its contract. What was sent is not checked here: the log looks at plain ids and amounts only. */
export function toldOf({ endpoint, path, incoming }: ApiCall, sentBody: Buffer | undefined): Told {
  if (!endpoint.tell) return { subject: endpoint.summary }
  const query = Object.fromEntries(new URL(incoming.url ?? '', 'http://x').searchParams)
  const sent: Sent = { params: paramsOf(endpoint.path, path), query, body: objectIn(sentBody) }
  return endpoint.tell(sent)
}

/** What a service says that it has changed. */
export function changesIn(header: string | string[] | undefined): LoggedChange[] | undefined {
  if (typeof header !== 'string') return undefined
  try {
    return LoggedChanges.parse(JSON.parse(decodeURIComponent(header)))
  } catch {
    return undefined
  }
}

/** The account that a create made, as its answer names it. */
export function madeIn(answer: Buffer | undefined): { accountId: string; username: string } | undefined {
  const { data } = objectIn(answer)
  if (typeof data !== 'object' || data === null) return undefined
  const { _id, username } = data as { _id?: unknown; username?: unknown }
  return typeof _id === 'string' && typeof username === 'string' ? { accountId: _id, username } : undefined
}

function paramsOf(pattern: string, path: string): Record<string, string> {
  const values = path.split('/')
  const names = pattern.split('/').flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), at] as const] : []))
  return Object.fromEntries(names.map(([name, at]) => [name, decodeURIComponent(values[at] ?? '')]))
}

function objectIn(bytes: Buffer | undefined): Record<string, unknown> {
  if (!bytes || bytes.length === 0) return {}
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
