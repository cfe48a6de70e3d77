import type { AnswerOf, AnyEndpoint, BodyOf } from '@cascade/contracts'
import { parseInput, parseJson } from '@cascade/service-kit'
import type { ApiCall, ApiHandler } from '../request/context'
import { readJsonBody } from '../request/request-body'

type Answer<E extends AnyEndpoint> = Omit<AnswerOf<E>, 'success'>
type Asked<E extends AnyEndpoint> = { ctx: ApiCall; input: BodyOf<E> }

export type OwnCalls = ReturnType<typeof createOwnCalls>

/** The calls that the gateway answers itself; input and answer pass through the contract as in every service. */
export function createOwnCalls() {
  const handlers = new Map<string, ApiHandler>()
  return {
    serve<E extends AnyEndpoint>(endpoint: E, verb: (asked: Asked<E>) => Promise<Answer<E>>) {
      handlers.set(endpoint.id, async ctx => {
        const input = parseInput(endpoint.body, await bodyOf(ctx)) as BodyOf<E>
        const answer = await verb({ ctx, input })
        return ctx.c.json(endpoint.answer.parse({ success: true, ...answer }) as object, endpoint.status)
      })
    },
    /** By the endpoint's id. */
    handlers: handlers as ReadonlyMap<string, ApiHandler>,
  }
}

async function bodyOf({ endpoint, incoming }: ApiCall): Promise<unknown> {
  if (endpoint.method === 'GET') return {}
  return parseJson((await readJsonBody(incoming)).toString('utf8'), incoming.headers['content-type'])
}
