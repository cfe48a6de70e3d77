import type { AnswerOf, AnyEndpoint } from '@cascade/contracts'
import { sessionPort } from '../session/session-port'
import { type ApiAnswer, type ApiClient, type CallInput, createApiClient as createClient } from './client'

type Arguments<E extends AnyEndpoint> =
  Record<string, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

/** A client that sends the signed-in user's token through `fetch`, e.g. the `request` of a Hono app. */
export function createApiClient(options: Pick<Parameters<typeof createClient>[0], 'fetch' | 'base'>): ApiClient {
  return createClient({ session: sessionPort, ...options })
}

const browserClient = createApiClient({ fetch: (url, init) => globalThis.fetch(url, init) })
let current = browserClient

/** Replaces the page's client; without an argument the browser's own is back. */
export function setApiClient(client: ApiClient = browserClient): void {
  current = client
}

/**
 * Makes a call of the contracts and answers its parsed body.
 * @throws ApiError when it is refused, fails on the way or answers something else than the contract says.
 */
export function call<E extends AnyEndpoint>(endpoint: E, ...[input]: Arguments<E>): Promise<AnswerOf<E>> {
  return current.call(endpoint, (input ?? {}) as CallInput<E>)
}

/** As `call`, with `etag` and `requestId` of the answer. */
export function send<E extends AnyEndpoint>(endpoint: E, ...[input]: Arguments<E>): Promise<ApiAnswer<E>> {
  return current.send(endpoint, (input ?? {}) as CallInput<E>)
}
