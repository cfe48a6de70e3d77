import { endpoint, IdParams, responseOf, toOpenApi } from '@cascade/contracts'
import { Actor, createRouter, createServiceApp, createTokenVerifier } from '@cascade/service-kit'
import { silentLogger } from '@cascade/service-kit/testing'
import type { HttpBindings } from '@hono/node-server'
import type { JWK } from 'jose'
import { z } from 'zod'
import { startServer } from './upstream-service'

const domain = 'external.loyalty'
const Data = z.object({ id: z.string(), actor: Actor.optional() })
const call = { domain, params: IdParams, response: responseOf(Data) } as const
const points = {
  read: endpoint({
    ...call,
    id: 'external.loyalty.points.read',
    route: 'GET /loyalty/points/:id',
    permission: 'reports.read',
    summary: 'Loyalty points of an account',
  }),
  give: endpoint({
    ...call,
    id: 'external.loyalty.points.give',
    route: 'POST /loyalty/points/:id',
    permission: 'credit.issue',
    summary: 'Loyalty points given',
    body: z.strictObject({ points: z.number().optional() }),
    creates: true,
  }),
}
type Document = { paths: Record<string, Record<string, object>> }
export const loyaltyDocument = () =>
  toOpenApi(Object.values(points), {}, { title: 'Loyalty', version: '1.0.0' }) as Document

/** A service of another team, which answers as its own kit makes it; `trust` gives it the keys of the gateway. */
export async function startExternalService() {
  const state = {
    document: JSON.stringify(loyaltyDocument()) as string | Promise<string>,
    documentReads: 0,
    headers: [] as Record<string, string>[],
    /** Awaited by every call. */
    held: Promise.resolve(),
    inFlight: 0,
  }
  let verify = createTokenVerifier({ keys: [] }, domain)
  const app = createServiceApp({ logger: silentLogger })
  app.get('/openapi.json', async c => {
    state.documentReads += 1
    return c.body(await state.document)
  })
  app.use('/api/*', async (c, next) => {
    state.headers.push(c.req.header())
    if (c.req.query('vanish')) (c.env as HttpBindings).incoming.socket.destroy()
    if (c.req.query('deny')) return c.text('Who are you?', 401)
    state.inFlight += 1
    await state.held
    await next()
    state.inFlight -= 1
  })
  const router = createRouter(app, token => verify(token))
  for (const each of [points.read, points.give])
    router.serve(each, async ({ ctx, params }) => {
      ctx.setHeader('set-cookie', 'session-token=stolen')
      return { data: { id: params.id, actor: ctx.actor } }
    })

  return {
    ...(await startServer(app.fetch)),
    state,
    trust(jwks: { keys: JWK[] }) {
      verify = createTokenVerifier(jwks, domain)
    },
  }
}
