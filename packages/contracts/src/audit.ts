/** The unvalidated request, as the audit log sees it. */
export type RawRequest = {
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  body: Readonly<Record<string, unknown>>
}

/**
 * The request of a call as the audit log sees it: path parameters and query as text, with a body.
 * @param path canonical path below `/api`, with its query
 */
export function toRawRequest(endpoint: { path: string }, path: string, body: RawRequest['body']): RawRequest {
  const [pathname = '', search = ''] = path.split(/\?(.*)/s)
  const values = pathname.split('/')
  const names = endpoint.path
    .split('/')
    .flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), at] as const] : []))
  const params = Object.fromEntries(names.map(([name, at]) => [name, decodeURIComponent(values[at] ?? '')]))
  return { params, query: Object.fromEntries(new URLSearchParams(search)), body }
}

/** An audit log entry. */
export type AuditEntry = {
  subject: string
  /** Text after the actor's name: `gave {amount} to {object}`. */
  does?: string | undefined
  /** The affected account, or the admin of the affected game or draw. */
  accountId?: string | undefined
  /** The affected object, unless it is an account. */
  target?: { kind: 'game' | 'draw'; id: string } | undefined
  amount?: number | undefined
  /** The actor's note. */
  note?: string | undefined
}
export type AuditFormatter = (sent: RawRequest) => AuditEntry

/** Fixed wording. */
export const auditAs =
  (subject: string, does?: string): AuditFormatter =>
  () => ({ subject, does })

/** Wording with the account named by a path parameter. */
export const auditAccount =
  (subject: string, param: string, does: string): AuditFormatter =>
  ({ params }) => ({ subject, does, accountId: params[param] })

/** Wording with the game named by a path parameter. */
export const auditGame =
  (subject: string, does: string): AuditFormatter =>
  ({ params }) => ({ subject, does, target: asGame(params.id?.replace(/^:/, '')) })

/** The value if it can be an id. */
export const asId = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(value) ? value : undefined

export const asGame = (value: unknown): AuditEntry['target'] => {
  const id = asId(value)
  return id === undefined ? undefined : { kind: 'game', id }
}

/** The value if it is a non-empty string. */
export const asNote = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

/** The value if it can be an amount of points. */
export const asPoints = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < 1e12 ? value : undefined
