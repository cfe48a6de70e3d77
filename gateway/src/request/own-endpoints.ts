import type { AnyEndpoint, BodyOf, ResponseOf } from '@cascade/contracts'
import { type Actor, parseInput, parseJson, unauthenticated } from '@cascade/service-kit'
import { readJsonBody } from './body'
import type { ApiCall, ApiHandler } from './context'

type WithoutSuccess<T> = T extends unknown ? Omit<T, 'success'> : never
type Answer<E extends AnyEndpoint> = WithoutSuccess<ResponseOf<E>>
export type OwnCall<E extends AnyEndpoint> = { ctx: ApiCall; input: BodyOf<E> }

export type OwnEndpoints = ReturnType<typeof createOwnEndpoints>

/** Endpoints that the gateway answers itself. Input and response pass through the contract, as in every service. */
export function createOwnEndpoints() {
  const handlers = new Map<string, ApiHandler>()
  return {
    serve<E extends AnyEndpoint>(endpoint: E, handler: (call: OwnCall<E>) => Promise<Answer<E>>) {
      handlers.set(endpoint.id, async ctx => {
        const input = parseInput(endpoint.body, await readBody(ctx)) as BodyOf<E>
        const answer = await handler({ ctx, input })
        return ctx.c.json(endpoint.response.parse({ success: true, ...answer }) as object, endpoint.status)
      })
    },
    handlers: handlers as ReadonlyMap<string, ApiHandler>,
  }
}

async function readBody({ endpoint, incoming }: ApiCall): Promise<unknown> {
  if (endpoint.method === 'GET') return {}
  return parseJson((await readJsonBody(incoming)).toString('utf8'), incoming.headers['content-type'])
}

/** @throws AppError UNAUTHENTICATED on a public call, which has no actor */
export function requireActor({ actor }: Pick<ApiCall, 'actor'>): Actor {
  if (!actor) throw unauthenticated()
  return actor
}
