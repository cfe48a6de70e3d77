import type { AnyEndpoint, BodyInputOf, ParamsInputOf } from '@cascade/contracts'
import { savedViewApi } from '@cascade/contracts/accounts'
import { Hono } from 'hono'
import { onTestFinished } from 'vitest'
import { createApiClient, setApiClient } from '../api/api-client'

export type RecordedCall<E extends AnyEndpoint = AnyEndpoint> = {
  endpoint: E
  params: ParamsInputOf<E>
  query: Record<string, string>
  body: BodyInputOf<E>
  headers: Headers
}

type Reply = { status?: number; headers?: Record<string, string> }
type Answer<E extends AnyEndpoint> = unknown | ((seen: RecordedCall<E>) => unknown | Promise<unknown>)
type Route = { endpoint: AnyEndpoint; answer: Answer<AnyEndpoint>; reply: Reply }

/** A route of the fake backend: a value, or a function of the call. A returned `Response` is passed through. */
export function on<E extends AnyEndpoint>(endpoint: E, answer: Answer<E>, reply: Reply = {}): Route {
  return { endpoint, answer: answer as Answer<AnyEndpoint>, reply }
}

/** A rejection in the gateway's format. */
export function rejection(status: number, code: string, message: string, errors?: Record<string, string>): Response {
  return Response.json({ success: false, code, message, errors, requestId: 'request-1' }, { status })
}

let listed: readonly string[] | undefined

/** In the tests of a remote of another team: fail on calls that its `remote.json` does not list in `needs.calls`. */
export const listCalls = (ids: readonly string[]) => {
  listed = ids
}

/**
 * Backend of one test: a Hono app that serves the given endpoints and fails the test on any other request. It is the
 * page's API client until the test ends.
 */
export function fakeBackend(...routes: Route[]) {
  const app = new Hono()
  const calls: RecordedCall[] = []
  const unexpected: string[] = []
  for (const { endpoint, answer, reply } of routes) {
    app.on(endpoint.method, `/api${endpoint.path}`, async context => {
      const type = context.req.header('content-type') ?? ''
      const form = type.includes('multipart/') ? await context.req.parseBody({ all: true }) : undefined
      const body = type.includes('json') ? await context.req.json() : form
      const recorded = {
        endpoint,
        params: context.req.param(),
        query: context.req.query(),
        body,
        headers: context.req.raw.headers,
      }
      calls.push(recorded)
      if (listed?.includes(endpoint.id) === false) unexpected.push(`${endpoint.id}, which needs.calls does not list`)
      const value = typeof answer === 'function' ? await (answer as (call: RecordedCall) => unknown)(recorded) : answer
      if (value instanceof Response) return value.clone()
      return Response.json(value, { status: reply.status ?? endpoint.status, headers: reply.headers })
    })
  }
  app.on(savedViewApi.list.method, `/api${savedViewApi.list.path}`, context =>
    context.json({ success: true, data: [] }),
  )
  app.all('*', context => {
    unexpected.push(`${context.req.method} ${new URL(context.req.url).pathname}`)
    return context.json({}, 501)
  })
  let reachable = true
  const fetch = async (url: string, init: RequestInit, onUpload?: (share: number) => void) => {
    if (!reachable) throw new TypeError('Failed to fetch')
    onUpload?.(1)
    return app.request(url, init)
  }
  setApiClient(createApiClient({ fetch }))
  onTestFinished(() => {
    if (unexpected.length > 0) throw new Error(`unexpected API calls: ${unexpected.join(', ')}`)
  })
  return {
    app,
    calls,
    /** Cuts the connection. The browser reports it at once unless `told` is false (a fault behind the first switch). */
    disconnect: (options: { isReported?: boolean } = {}) => {
      reachable = false
      if (options.isReported ?? true) window.dispatchEvent(new Event('offline'))
    },
    reconnect: () => {
      reachable = true
      window.dispatchEvent(new Event('online'))
    },
    /** The calls of one endpoint, oldest first. */
    callsOf: <E extends AnyEndpoint>(endpoint: E) =>
      calls.filter(each => each.endpoint.id === endpoint.id) as RecordedCall<E>[],
  }
}
