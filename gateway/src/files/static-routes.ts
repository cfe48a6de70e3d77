import type { RemotesDocument } from '@cascade/contracts/gateway'
import { notFound } from '@cascade/service-kit'
import type { GatewayContext, GatewayHono } from '../request/context'
import { rawPathOf } from '../request/route-table'
import { filePathOf, type ServeFile } from './file-server'
import type { RemoteRegistry, RemoteSource } from './remotes'

export type StaticDeps = {
  shellRoot: string
  serveFile: ServeFile
  remotes: ReadonlyMap<string, RemoteSource>
  registry: RemoteRegistry
  zone: string
  /** Path of the operator's manual. */
  manual: string
  /** Lets pages start traces. */
  traces: true | undefined
  /** Off in production, where source maps stay on disk. */
  serveMaps: boolean
}

/** Never answered with the shell's page: an unexpected page would hide a missing file or route. */
const notPages = /^\/(?:api|mf|socket\.io|docs|static|livez|readyz|metrics|csp-reports|remotes\.json|fit\.json)(?:\/|$)/

/** Serves the shell at `/`, remotes below `/mf/<name>/`, `/remotes.json`, and what it offers to remotes at `/fit.json`. */
export function addStaticRoutes(app: GatewayHono, deps: StaticDeps): void {
  const { shellRoot, serveFile, remotes, registry, zone, manual, traces, serveMaps } = deps

  app.get('/remotes.json', async c => {
    c.header('cache-control', 'no-cache')
    return c.json({ remotes: await registry.read(), zone, manual, traces } satisfies RemotesDocument)
  })

  app.get('/fit.json', c => {
    c.header('cache-control', 'no-cache')
    return c.json(registry.readOffer())
  })

  app.get('/mf/*', async c => {
    const [, , name = '', ...rest] = rawPathOf(c.env.incoming.url).split('/')
    const path = allowed(rest.join('/'))
    const answer = path && (await remotes.get(name)?.serve(c, path))
    if (!answer) throw notFound()
    return answer
  })

  app.get('*', async c => {
    const raw = rawPathOf(c.env.incoming.url)
    const path = allowed(raw.slice(1))
    const file = path && path !== 'index.html' ? await serveFile(c, shellRoot, path) : undefined
    const answer = file ?? (isPage(c, raw) ? await serveFile(c, shellRoot, 'index.html') : undefined)
    if (!answer) throw notFound()
    return answer
  })

  function allowed(raw: string): string | undefined {
    const path = filePathOf(raw)
    return path?.endsWith('.map') && !serveMaps ? undefined : path
  }
}

const isPage = (c: GatewayContext, raw: string) =>
  !notPages.test(raw) && (raw === '/' || (c.req.header('accept') ?? '').includes('text/html'))
