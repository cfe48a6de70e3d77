import type { AnyEndpoint, QueryInputOf } from '@cascade/contracts'
import { limitApi, type OwnLimitsInput, playerApi } from '@cascade/contracts/accounts'
import { type CallInput, createUser, type Login, RejectedError } from '@cascade/contracts/client'
import { type CreateBet, liveApi, type PlacedBet, playApi } from '@cascade/contracts/live'
import { type NewCase, playCaseApi } from '@cascade/contracts/reports'
import { createPlaySocket, type OpenSocket, openSocket, type PlayHandlers } from './play-socket'
import { createServerClock } from './server-clock'
import { verifyOwnTicket } from './verify-ticket'

/** Exceeds the server's own time limit of any call. */
const timeoutMs = 20_000
const pauseMsMax = 5_000
/** How long a booking without an outcome is repeated. */
const repeatMs = 60_000

export type PlayClientOptions = {
  fetch?: typeof fetch
  openSocket?: OpenSocket
  /** Called for each response. */
  onCall?: (line: string, status: number, body: unknown) => void
}
export type PlayClient = ReturnType<typeof createPlayClient>

/** The outcome of a bet or claim is unknown. Repeated with `key`, it is booked at most once. */
export class UnknownOutcomeError extends Error {
  constructor(
    readonly key: string,
    cause: unknown,
  ) {
    super('It is not known yet whether this was booked. Please try again.', { cause })
  }
}

/**
 * A player's connection to a suite, in browser and Node. It signs in with the first call, and again whenever the session
 * has ended. All calls throw `RejectedError`, with a text for the player in `serverMessage`, or what `fetch` throws.
 * @param url origin of the suite
 * @param readLogin called for each sign-in, as only the token is stored; what it throws is thrown by the call
 * @example
 * const player = createPlayClient('https://play.example.com', () => ({ username, password }))
 * const live = await player.connect({ draw: showDraw, balance: showBalance, tickets: readTickets })
 * live.follow(gameId)
 */
export function createPlayClient(
  url: string,
  readLogin: () => Login | Promise<Login>,
  options: PlayClientOptions = {},
) {
  const clock = createServerClock()
  const user = createUser(url, readLogin, { timeoutMs, fetch: timedFetch })
  const { call } = user

  async function timedFetch(address: string, init: RequestInit) {
    const response = await (options.fetch ?? fetch)(address, init)
    options.onCall?.(`${init.method} ${address.slice(url.length)}`, response.status, init.body)
    return response
  }

  async function readDraw(gameId: string) {
    const requestedAt = Date.now()
    const { data } = await call(playApi.draw, { params: { gameId } })
    clock.read(data.now, requestedAt)
    return data
  }

  /** Repeats a booking under one key. @throws UnknownOutcomeError without an outcome after `repeatMs` */
  async function book<E extends AnyEndpoint>(endpoint: E, body: CallInput<E>['body'], { key, signal }: BookOptions) {
    const endsAtMs = Date.now() + repeatMs
    for (let waitMs = 250; ; waitMs = Math.min(waitMs * 2, pauseMsMax)) {
      try {
        return await call(endpoint, { body, key } as CallInput<E>)
      } catch (error) {
        const isFirst = waitMs === 250
        if (isDecided(error) && (isFirst || isAnswer(error))) throw error
        if (isDecided(error) || signal?.aborted || Date.now() >= endsAtMs) throw new UnknownOutcomeError(key, error)
        await new Promise(resolve => setTimeout(resolve, waitMs))
      }
    }
  }

  return {
    /** @throws Error if the login is wrong */
    signIn: async () => (await user.session()).user,
    /** Current time by the server's clock, in milliseconds since 1970. */
    now: clock.now,
    games: async () => (await call(playApi.games)).data,
    table: async (gameId: string) => (await call(playApi.table, { params: { gameId } })).data,
    draw: readDraw,
    tickets: (query: QueryInputOf<typeof playApi.tickets> = {}) => call(playApi.tickets, { query }),
    ticket: async (ticketId: string) => (await call(playApi.ticket, { params: { ticketId } })).data,
    wins: () => call(playApi.wins),
    statement: (query: QueryInputOf<typeof playerApi.statement> = {}) => call(playerApi.statement, { query }),
    cases: (query: QueryInputOf<typeof playCaseApi.list> = {}) => call(playCaseApi.list, { query }),
    case: async (id: string) => (await call(playCaseApi.read, { params: { id } })).data,
    /** Opens a case for the accounts above the player; it may name a ticket or a draw. */
    openCase: async (input: NewCase) => (await call(playCaseApi.create, { body: input })).data,
    /** Answers a case; a closed one is opened again. */
    answerCase: async (id: string, text: string) =>
      (await call(playCaseApi.answer, { params: { id }, body: { text } })).data,
    me: async () => (await call(playerApi.me)).data,
    /** Lowers own limits at once; a higher one, or null for none, counts after 24 hours. */
    changeLimits: async (limits: OwnLimitsInput) => (await call(limitApi.changeOwn, { body: limits })).data,
    /** Takes no bets for `days` times 24 hours. Nobody can undo it. */
    pause: async (days: number) => (await call(limitApi.pause, { body: { days } })).data,

    /**
     * Places a ticket once: repeats the call until the outcome is known, for at most a minute or until `signal` is
     * aborted. With `drawId` it never moves to the next draw.
     * @throws UnknownOutcomeError when the minute is over or `signal` aborts
     */
    bet: async (ticket: CreateBet, { key = randomKey(), signal }: Partial<BookOptions> = {}) =>
      (await book(liveApi.createBet, ticket, { key, signal })).data,

    /**
     * Takes a bet back, within the table's `voidSeconds` and until betting closes: a repetition changes nothing.
     * @throws RejectedError when it is too late
     */
    voidTicket: async (ticketId: string, reason: string) =>
      (await call(liveApi.voidTicket, { params: { ticketId }, body: { reason } })).data,

    /** Pays unclaimed wins into the wallet: those of some tickets, or all. Repeated like a bet. */
    claim: async (ticketIds?: string[], { key = randomKey(), signal }: Partial<BookOptions> = {}) =>
      (await book(liveApi.take, ticketIds ? { ticketIds } : {}, { key, signal })).data,

    /**
     * @param placed answer of the bet, with which draw, stake and commitment are compared
     * @returns one finding per check; undefined before the draw has a result
     */
    async verify(ticketId: string, placed?: PlacedBet) {
      const { data: ticket } = await call(playApi.ticket, { params: { ticketId } })
      if (!ticket.proof || ticket.state === 'open') return undefined
      const { data: record } = await call(liveApi.record, { params: { drawId: ticket.drawId }, query: { ticketId } })
      return verifyOwnTicket({ ticket, record, playerId: (await user.session()).user._id, placed })
    },

    /** Opens the socket; `follow` chooses the game whose draws are shown. */
    async connect(handlers: PlayHandlers) {
      await user.session()
      return createPlaySocket({
        socket: (options.openSocket ?? openSocket)(url, user.token),
        handlers,
        readDraw,
        readBalance: async () => (await call(playerApi.me)).data.balance,
        renewSession: user.renewSession,
        readClock: clock.read,
      })
    },
  }
}

type BookOptions = { key: string; signal?: AbortSignal | undefined }

/** False for lost responses, overload and outages, after which the outcome is unknown. */
function isDecided(error: unknown): boolean {
  if (error instanceof RejectedError) return error.status < 500 && error.status !== 429
  return !(error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError'))
}

/** False for rejections that precede execution: they say nothing about earlier attempts. */
const isAnswer = (error: unknown) => error instanceof RejectedError && ![401, 403].includes(error.status)

/** `crypto.randomUUID` is missing on plain http. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
