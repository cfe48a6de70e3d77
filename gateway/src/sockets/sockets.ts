import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { errorTexts, includesPermission } from '@cascade/contracts'
import { securityTexts } from '@cascade/contracts/accounts'
import {
  type FeedError,
  type LiveChange,
  type LiveGame,
  liveChangeEvent,
  liveInternal,
  type PlayPushes,
  type TimerPush,
} from '@cascade/contracts/live'
import { AppError, type InternalClient, type Logger } from '@cascade/service-kit'
import { Server, type Socket } from 'socket.io'
import type { z } from 'zod'
import { type Authenticator, type Identified, isUsableFrom } from '../auth/authenticate'
import type { SessionCache } from '../auth/session-cache'
import type { BrowserCookies } from '../auth/session-token'
import type { RateLimits } from '../limits/rate-limits'
import type { AddressOf } from '../request/client-address'
import type { Origins } from '../request/origins'
import { createFullStates } from './full-states'
import { createLiveChannel, timerOf } from './live-channel'
import type { LiveFeeds } from './live-feeds'
import type { PlayAnnouncements } from './play-announcements'
import { createPlayChannel } from './play-channel'
import type { PlayDraws } from './play-draws'
import type { PlayerEvents } from './player-events'
import type { Presence } from './presence'

type FromClient = Record<'gameData' | 'timerData' | 'play', (payload: unknown) => void>
type ToClient = {
  responseData: (answer: LiveGame | z.infer<typeof FeedError>) => void
  [liveChangeEvent]: (change: LiveChange) => void
  timer: (timer: TimerPush) => void
} & { [E in keyof PlayPushes]: (message: PlayPushes[E]) => void }
type LiveSocket = Socket<FromClient, ToClient, Record<string, never>, Partial<Identified>>

export type SocketDeps = {
  authenticator: Authenticator
  cookie: BrowserCookies
  sessions: SessionCache
  origins: Origins
  limits: RateLimits
  addressOf: AddressOf
  call: InternalClient
  feeds: LiveFeeds
  draws: PlayDraws
  players: PlayerEvents
  announcements: PlayAnnouncements
  presence: Presence
  logger: Logger
}

/** Socket server at `/socket.io`. The token identifies the user; svc-live authorizes each game. */
export function attachSockets(server: HttpServer, deps: SocketDeps) {
  const io = new Server<FromClient, ToClient, Record<string, never>, Partial<Identified>>(server, {
    transports: ['websocket'],
    allowUpgrades: false,
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: 16 * 1024,
    connectTimeout: 10_000,
    allowRequest: (request, done) => {
      admit(deps, request).then(
        () => done(null, true),
        error => done(toSocketError(error).message, false),
      )
    },
  })
  io.use((socket, next) => {
    identify(deps, socket)
      .then(identified => {
        // Before the connection is complete: concurrent connections must not take the same slot.
        socket.once('disconnect', deps.limits.socket(identified.actor))
        Object.assign(socket.data, identified)
      })
      .then(
        () => next(),
        (error: unknown) => next(toSocketError(error)),
      )
  })
  io.on('connection', socket => welcome(deps, socket))
  deps.sessions.onEnd(sessionId => io.in(roomOf(sessionId)).disconnectSockets(true))

  return {
    count: () => io.engine.clientsCount,
    close() {
      io.disconnectSockets(true)
      io.engine.close()
    },
  }
}
export type Sockets = ReturnType<typeof attachSockets>

const roomOf = (sessionId: string) => `session:${sessionId}`

async function admit({ origins, limits, addressOf }: SocketDeps, request: IncomingMessage) {
  origins.requireOwnPage(request)
  await limits.address(addressOf(request))
}

async function identify({ authenticator, cookie, addressOf }: SocketDeps, { handshake, request }: LiveSocket) {
  const value: unknown = handshake.auth.token
  const token = typeof value === 'string' && value !== '' ? value : cookie.read(request)
  // Sockets reconnect by themselves, and their pushes are no activity either.
  const identified = await authenticator.byToken(token ?? '', addressOf(request), true)
  if (identified.session.mustEnrol) throw new AppError('FORBIDDEN', securityTexts.enrol)
  return identified
}

function toSocketError(error: unknown): Error {
  const appError = error instanceof AppError ? error : new AppError('INTERNAL', errorTexts.internal)
  return Object.assign(new Error(appError.message), { data: { code: appError.code } })
}

function welcome(deps: SocketDeps, socket: LiveSocket) {
  const { sessions, presence } = deps
  const { actor, session } = socket.data
  if (!actor || !session) return socket.disconnect(true)
  void socket.join(roomOf(actor.sessionId))
  // The session may have ended between the check and the join.
  void isOpen(sessions, actor).then(open => open || socket.disconnect(true))
  const expiry = setTimeout(() => socket.disconnect(true), Date.parse(session.expiresAt) - Date.now())
  // A viewer does not put the account online.
  const isPresent = !actor.viewer
  if (isPresent) presence.join(actor.accountId)
  const leave = serveLive(deps, socket, actor)
  socket.on('disconnect', () => {
    clearTimeout(expiry)
    leave()
    if (isPresent) presence.leave(actor.accountId)
  })
}

function serveLive(
  { call, feeds, draws, players, announcements, sessions, limits, logger }: SocketDeps,
  socket: LiveSocket,
  actor: Identified['actor'],
) {
  const { accountId, role } = actor
  const shared = {
    feeds,
    logger,
    snapshot: (request: { adminId: string; gameId: string }) =>
      call(liveInternal.snapshot, { body: { accountId, role, ...request } }),
    watch: (request: { adminId: string; gameId: string }) =>
      call(liveInternal.watch, { body: { accountId, role, ...request } }),
    isOpen: async () =>
      (await isOpen(sessions, actor, () => socket.disconnect(true))) && (await mayWatch(sessions, actor)),
    fail: (error: string, removed?: true) => void socket.emit('responseData', removed ? { error, removed } : { error }),
  }
  const fullStates = createFullStates(state => void socket.emit('responseData', state))
  const game = createLiveChannel({
    ...shared,
    show(state, change, wantsChangesOnly) {
      if (!change) {
        fullStates.drop()
        socket.emit('responseData', state)
        return
      }
      socket.emit(liveChangeEvent, change)
      if (!wantsChangesOnly) fullStates.changed(state)
    },
  })
  const play =
    role === 'player'
      ? createPlayChannel({
          accountId,
          draws,
          players,
          announcements,
          isOpen: shared.isOpen,
          logger,
          emit: (event, message) => void (socket as Socket).emit(event, message),
        })
      : undefined
  let drawId = ''
  const timer = createLiveChannel({
    ...shared,
    show: state => {
      const shownDraw = `${state.adminId} ${state.gameId} ${state.drawId}`
      if (shownDraw !== drawId) socket.emit('timer', timerOf(state))
      drawId = shownDraw
    },
  })
  const rateLimited = (answer: (payload: unknown) => void) => (payload: unknown) => {
    try {
      limits.socketEvent(actor)
    } catch {
      return shared.fail(errorTexts.tooMany)
    }
    answer(payload)
  }
  const watching = (answer: (payload: unknown) => void) =>
    rateLimited(async payload =>
      (await mayWatch(sessions, actor)) ? answer(payload) : shared.fail(errorTexts.forbidden),
    )
  socket.on(
    'gameData',
    watching(payload => {
      fullStates.drop()
      game.request(payload)
    }),
  )
  socket.on(
    'timerData',
    watching(payload => {
      drawId = ''
      timer.request(payload)
    }),
  )
  socket.on(
    'play',
    rateLimited(payload => (play ? play.request(payload) : shared.fail(errorTexts.forbidden))),
  )
  return () => {
    fullStates.drop()
    play?.leave()
    game.leave()
    timer.leave()
  }
}

/** Players watch the games of their admin; the people of an account need the right to see live draws. */
async function mayWatch(sessions: SessionCache, { sessionId }: Identified['actor']): Promise<boolean> {
  try {
    const { person } = (await sessions.get(sessionId, true)).user
    return !person || includesPermission(person.rights, 'live.control')
  } catch {
    return false
  }
}

/** @param onForeign called if the session is open, but not for the address that the socket was opened from */
async function isOpen(
  sessions: SessionCache,
  { sessionId, ipAddress }: Identified['actor'],
  onForeign: () => void = () => undefined,
): Promise<boolean> {
  try {
    const isAllowed = isUsableFrom(await sessions.get(sessionId, true), ipAddress)
    if (!isAllowed) onForeign()
    return isAllowed
  } catch {
    return false
  }
}
