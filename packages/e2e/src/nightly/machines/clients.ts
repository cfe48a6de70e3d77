import { liveApi } from '@cascade/contracts/live'
import { io, type Socket } from 'socket.io-client'
import type { PlayWorld } from '../../faults/play/play-world'

const answerWithinMs = 12_000
const pauseMsMax = 2_000
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** Results of a caller since the last `take`. */
export type CallResults = {
  calls: number
  rejected: number
  /** Retried once on the other gateway. */
  repeated: number
  /** Failed after the retry. */
  failed: string[]
  /** Longest time in ms between two successes, by kind of call. */
  outages: Map<string, number>
}

/**
 * Client of both gateways, in turn. Retries once on the other one after a network error or 5xx, honouring Retry-After;
 * writes are retried only with an idempotency key or if the connection was refused.
 */
export function createCaller(urls: readonly string[]) {
  let turn = 0
  let results = fresh()
  const lastGood = new Map<string, number>()

  function fresh(): CallResults {
    return { calls: 0, rejected: 0, repeated: 0, failed: [], outages: new Map() }
  }

  async function ask(url: string, path: string, init: RequestInit) {
    const signal = AbortSignal.timeout(answerWithinMs)
    return globalThis.fetch(`${url}${path}`, { ...init, signal }).catch((error: Error) => error)
  }

  function good(kind: string) {
    const now = performance.now()
    const since = now - (lastGood.get(kind) ?? now)
    lastGood.set(kind, now)
    results.outages.set(kind, Math.max(results.outages.get(kind) ?? 0, since))
  }

  return {
    async fetch(address: string, init: RequestInit = {}): Promise<Response> {
      const { pathname, search } = new URL(address)
      const path = pathname + search
      const mine = results
      mine.calls += 1
      const isBetween = turn++
      const urlAt = (add: number) => urls[(isBetween + add) % urls.length] ?? address
      let answer = await ask(urlAt(0), path, init)
      const headers = new Headers(init.headers)
      const repeatable =
        (init.method ?? 'GET') === 'GET' || headers.has('idempotency-key') || wasConnectionRefused(answer)
      if ((answer instanceof Error || answer.status >= 500) && repeatable) {
        mine.repeated += 1
        const retryAfterMs = answer instanceof Error ? 0 : Number(answer.headers.get('retry-after') ?? 0) * 1_000
        await pause(Math.min(retryAfterMs, pauseMsMax))
        const again = await ask(urlAt(1), path, init)
        // A 429 on the retry says nothing about the first attempt.
        if (again instanceof Error || again.status !== 429) answer = again
      }
      if (answer instanceof Error) {
        mine.failed.push(`${pathname} ${answer.name} ${(answer.cause as { code?: string } | undefined)?.code ?? ''}`)
        throw answer
      }
      if (answer.status >= 500) mine.failed.push(`${pathname} ${answer.status} ${await wordsOf(answer.clone())}`)
      else if (answer.status >= 400) mine.rejected += 1
      else
        good(pathname === `/api${liveApi.createBet.path}` ? 'bet' : pathname.endsWith('transfer') ? 'transfer' : 'read')
      return answer
    },

    /** Resets the counters. @returns the results so far */
    take(): CallResults {
      const now = performance.now()
      for (const [kind, at] of lastGood) results.outages.set(kind, Math.max(results.outages.get(kind) ?? 0, now - at))
      const finished = results
      results = fresh()
      return finished
    },
  }
}
async function wordsOf(answer: Response): Promise<string> {
  const { code, reason } = (await answer.json().catch(() => ({}))) as { code?: string; reason?: string }
  return [code, reason].filter(Boolean).join(' ')
}

/** Connection refused: guaranteed not executed. */
const wasConnectionRefused = (answer: Response | Error) =>
  answer instanceof Error && (answer.cause as { code?: string } | undefined)?.code === 'ECONNREFUSED'

export type Caller = ReturnType<typeof createCaller>

/** Loads the files of the shell and the remote manifests continuously. */
export function startPages(caller: Pick<Caller, 'fetch'>, url: string, everyMs: number) {
  let isOver = false
  const running = (async () => {
    while (!isOver) {
      for (const path of ['/', '/remotes.json', '/api/auth/session']) {
        await caller.fetch(`${url}${path}`).then(
          answer => answer.arrayBuffer(),
          () => undefined,
        )
      }
      await pause(everyMs)
    }
  })()
  return {
    async stop() {
      isOver = true
      await running
    },
  }
}

/** Reconnect delay of the screens after a disconnect or silence. */
const againAfterMs = 3_000
const silentAfterMs = 10_000

export function openSockets(urls: readonly string[], { admins, games }: PlayWorld) {
  const opened = games
    .flatMap(({ gameId }) => admins.map(session => ({ session, gameId })))
    .map(({ session, gameId }, index) => {
      const socket: Socket = io(urls[index % urls.length] ?? '', {
        transports: ['websocket'],
        upgrade: false,
        reconnectionDelay: 500,
        reconnectionDelayMax: 5_000,
        timeout: 10_000,
        forceNew: true,
        auth: send => send({ token: session.token }),
      })
      const state = { socket, heardAt: 0, connects: 0 }
      const askFor = () => socket.emit('gameData', { adminId: session.user._id, gameId, changes: true })
      const lost = () => {
        if (!socket.active) setTimeout(() => socket.connect(), againAfterMs).unref()
      }
      socket.on('connect', () => {
        state.connects += 1
        askFor()
      })
      socket.on('disconnect', lost)
      socket.on('connect_error', lost)
      socket.onAny((_event, payload: { error?: string }) => {
        if (payload.error === undefined) state.heardAt = Date.now()
      })
      const watching = setInterval(() => {
        if (socket.connected && Date.now() - state.heardAt > silentAfterMs) askFor()
      }, againAfterMs)
      const stop = () => {
        clearInterval(watching)
        socket.disconnect()
      }
      return { state, stop }
    })
  return {
    heardSince: (at: number) => opened.filter(({ state }) => state.heardAt > at).length,
    count: opened.length,
    reconnects: () => opened.reduce((sum, { state }) => sum + Math.max(0, state.connects - 1), 0),
    stop() {
      for (const { stop } of opened) stop()
    },
  }
}
