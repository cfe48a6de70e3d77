import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DomainName } from '@cascade/contracts'
import {
  type AuthUser,
  accountsInternal,
  approvalTexts,
  authTexts,
  type CurrentAnnouncement,
  type EndedSession,
  type Maintenance,
  type OpenSession,
  securityTexts,
  viewInternal,
} from '@cascade/contracts/accounts'
import { type LiveGame, liveInternal, type PlayDraw } from '@cascade/contracts/live'
import {
  AppError,
  createRouter,
  createServiceApp,
  createTokenVerifier,
  forbidden,
  type Identity,
  notFound,
  tooMany,
  unauthenticated,
} from '@cascade/service-kit'
import { silentLogger } from '@cascade/service-kit/testing'
import { type HttpBindings, serve } from '@hono/node-server'
import type { JWK } from 'jose'
import { serveApprovals } from './upstream-approvals'
import { serveRemotes } from './upstream-remotes'

export const password = 'right-password'
export type Echo = {
  method: string
  url: string
  headers: Record<string, string>
  body: string
  identity: Identity
}

/** An upstream with real HTTP and tokens and in-memory sessions; public calls echo the request. */
export async function startUpstream(domain: DomainName, jwks: { keys: JWK[] }, options: { now?: () => number } = {}) {
  const verifyToken = createTokenVerifier(jwks, `svc-${domain}`, options)
  const state = {
    reads: 0,
    calls: 0,
    online: new Set<string>(),
    addresses: [] as string[],
    requestIds: [] as string[],
    /** One entry per sign-in with the right password. */
    browsers: [] as ({ mark: string; isNew: boolean } | undefined)[],
    /** Sessions of each check that were used by more than background reads. */
    active: [] as string[],
    /** Why sessions that are no longer open have ended. */
    ended: [] as EndedSession[],
    maintenance: null as Maintenance | null,
    missing: [] as string[],
    rejection: undefined as AppError | undefined,
    /** Points from which a transfer needs a second person. */
    approvalAbove: Number.POSITIVE_INFINITY,
    games: new Map<string, LiveGame>(),
    /** By game; all players belong to admin `a1`. */
    playDraws: new Map<string, PlayDraw>(),
    /** By player. */
    announcements: new Map<string, CurrentAnnouncement[]>(),
    snapshots: 0,
    /** User whose password every network has proved before. */
    proved: '',
    /** Awaited by calls with `held` in their URL. */
    held: Promise.resolve(),
  }
  const app = createServiceApp({ logger: silentLogger, faults: () => ({ missing: state.missing, degraded: [] }) })
  const { serveInternal } = createRouter(app, verifyToken)
  const approvals = serveApprovals({ serveInternal })
  const remotes = serveRemotes({ serveInternal })
  type Session = Omit<OpenSession, 'sessionId' | 'user'> & { user: AuthUser }
  const sessions = new Map<string, Session>()
  /** The session that opened a view. */
  const views = new Map<string, string>()

  serveInternal(accountsInternal.openSession, async ({ body, requestId }) => {
    if (body.username === 'inactive') throw forbidden(authTexts.inactive)
    if (body.username === 'waiting') throw tooMany(32)
    if (body.username === 'elsewhere') {
      const details = { reason: 'NETWORK_NOT_ALLOWED' as const, errors: { username: 'Elsewhere' } }
      throw new AppError('UNAUTHENTICATED', authTexts.wrongLogin, details)
    }
    if (body.waitSeconds && body.username !== state.proved) throw tooMany(body.waitSeconds)
    if (body.password !== password) throw unauthenticated(authTexts.wrongLogin)
    const { username, ipAddress } = body
    state.browsers.push(body.browser)
    if (username === 'careful')
      return { needs: 'second-factor' as const, factors: ['totp' as const], challenge: 'challenge' }
    return openSession(username, ipAddress, requestId)
  })
  serveInternal(accountsInternal.proveSecondFactor, async ({ body, requestId }) => {
    if (!('totp' in body.proof) || body.proof.totp !== '123456')
      throw new AppError('UNAUTHENTICATED', securityTexts.wrongCode, { errors: { username: 'careful' } })
    return openSession('careful', body.ipAddress, requestId)
  })
  function openSession(username: string, ipAddress: string, requestId: string) {
    const role = username === 'player' ? ('player' as const) : ('superadmin' as const)
    const user = { _id: `id-${username}`, username, role, walletBalance: 12.5, roles: [role] }
    state.addresses.push(ipAddress)
    state.requestIds.push(requestId)
    const sessionId = randomUUID()
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    const times = { expiresAt: inMinutes(30), provenUntil: inMinutes(5) }
    const session = { user, ...times, isStrict: false, mustEnrol: false, approvals: [] }
    sessions.set(sessionId, session)
    return { sessionId, ...session }
  }
  serveInternal(accountsInternal.readSession, async ({ params }) => {
    state.reads += 1
    const session = sessions.get(params.sessionId ?? '')
    if (!session) throw notFound()
    return session
  })
  serveInternal(viewInternal.open, async ({ body, requestId }) => {
    const { sessionId, ...view } = openSession(body.userId, body.ipAddress, requestId)
    const viewer = { id: 'id-root', username: 'root', role: 'superadmin' }
    sessions.set(sessionId, { ...view, viewer })
    views.set(sessionId, body.sessionId)
    return { sessionId, ...view, readOnly: true as const, viewer }
  })
  serveInternal(viewInternal.close, async ({ params: { sessionId = '' } }) => {
    const openedBy = views.get(sessionId) ?? ''
    const session = sessions.get(openedBy)
    sessions.delete(sessionId)
    if (!session) throw unauthenticated()
    return { sessionId: openedBy, ...session }
  })
  serveInternal(accountsInternal.endSession, async ({ params }) => {
    sessions.delete(params.sessionId ?? '')
    return { success: true as const }
  })
  serveInternal(accountsInternal.checkSessions, async ({ body }) => {
    state.reads += 1
    const open = body.sessionIds.flatMap(sessionId => {
      const session = sessions.get(sessionId)
      return session ? [{ sessionId, ...session }] : []
    })
    for (const sessionId of body.sessionIds) {
      if (!body.background?.includes(sessionId)) state.active.push(sessionId)
    }
    const ended = state.ended.filter(({ sessionId }) => !sessions.has(sessionId))
    return { open, ended, maintenance: state.maintenance }
  })
  serveInternal(accountsInternal.changePresence, async ({ body }) => {
    if (body.isComplete) state.online.clear()
    for (const id of body.joined) state.online.add(id)
    for (const id of body.left) state.online.delete(id)
    return { success: true as const }
  })
  serveInternal(accountsInternal.presenceHeartbeat, async ({ body }) => ({
    isInStep: body.online === state.online.size,
  }))
  serveInternal(accountsInternal.playAnnouncements, async ({ body }) => ({
    players: [...state.announcements]
      .filter(([accountId]) => body.accountIds.includes(accountId))
      .map(([accountId, announcements]) => ({ accountId, announcements })),
  }))
  serveInternal(liveInternal.watch, async ({ body }) => {
    if (!state.games.has(`${body.adminId} ${body.gameId}`)) throw notFound()
    return {}
  })
  serveInternal(liveInternal.playDraw, async ({ body }) => {
    const draw = state.playDraws.get(body.gameId)
    if (!draw) throw notFound()
    return { adminId: 'a1', draw }
  })
  serveInternal(liveInternal.snapshot, async ({ body }) => {
    state.snapshots += 1
    const game = state.games.get(`${body.adminId} ${body.gameId}`)
    if (!game) throw notFound()
    return game
  })
  app.all('/api/*', async c => {
    state.calls += 1
    const identity = await verifyToken((c.req.header('authorization') ?? '').slice(7))
    if (state.rejection) throw state.rejection
    const text = await c.req.text()
    const amount = text.includes('transferAmount') ? JSON.parse(text).transferAmount : 0
    if (amount >= state.approvalAbove) {
      const errors = { operation: 'credit.transfer', amount: String(amount), payerId: 'id-root', limit: 'reached' }
      throw new AppError('FORBIDDEN', approvalTexts.waiting, { reason: 'APPROVAL_NEEDED', errors })
    }
    const headers = c.req.header()
    const url = c.req.url.replace(/^https?:\/\/[^/]+/, '')
    if (url.includes('vanish')) (c.env as HttpBindings).incoming.socket.destroy()
    if (url.includes('held')) await state.held
    if (url.includes('slow')) await new Promise(resolve => setTimeout(resolve, 500))
    if (url.includes('large')) return c.json({ success: true, data: 'x'.repeat(3 * 1024 * 1024) })
    c.header('etag', '"1"')
    c.header('idempotent-replayed', 'true')
    c.header('server', 'upstream')
    c.header('set-cookie', 'upstream=1')
    const echo: Echo = { method: c.req.method, url, headers, body: text, identity }
    return c.json({ success: true, data: echo })
  })

  return { ...(await startServer(app.fetch)), sessions, approvals, remotes, state }
}

/** A server that can be stopped and started at the same address. */
export async function startServer(fetch: Parameters<typeof serve>[0]['fetch']) {
  let server = await listenOn(0)
  function listenOn(port: number) {
    return new Promise<Server>(resolve => {
      const started = serve({ fetch, port, hostname: '127.0.0.1' }, () => resolve(started as Server)) as Server
    })
  }
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.close().closeAllConnections()
      await once(server, 'close')
    },
    async start() {
      server = await listenOn(port)
    },
  }
}
