import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { allEndpoints, allExamples, toOpenApi } from '@cascade/contracts'
import { toAsyncApi } from '@cascade/contracts/asyncapi'
import { notFound, suiteVersion } from '@cascade/service-kit'
import type { ExternalServices } from '../external/external-services'
import { mergeDocuments } from '../external/openapi'
import { accepts, matchesEtag, type ServeFile } from '../files/file-server'
import type { GatewayContext, GatewayHono } from '../request/context'
import { apiInfo } from './api-info'
import type { DocsFrame } from './docs-frame'
import { errorsContent, eventsContent } from './docs-pages'
import { addPlayRoutes, findBuilt } from './manual'

const referencePage = `<main id="reference"></main>
<script src="/docs/reference.js"></script>
<script src="/docs/start.js"></script>`
const customCss = `.light-mode, .dark-mode {
  --scalar-font: var(--font); --scalar-font-code: var(--mono); --scalar-color-1: var(--text); --scalar-color-2: var(--muted);
  --scalar-color-3: var(--muted); --scalar-color-accent: var(--accent); --scalar-background-1: var(--surface);
  --scalar-background-2: var(--page); --scalar-background-3: var(--accent-soft); --scalar-border-color: var(--line);
}
.markdown :is(th, td:not(:last-child), td:not(:last-child) code) { word-break: normal; overflow-wrap: normal; }`
/** A separate file, because the content policy forbids inline scripts. The reference loads nothing from other hosts. */
const start = `Scalar.createApiReference('#reference', ${JSON.stringify({
  ...{ url: '/docs/openapi.json', theme: 'none', withDefaultFonts: false, telemetry: false, hideDarkModeToggle: true },
  ...{ showDeveloperTools: 'never', hideClientButton: true, agent: { disabled: true }, mcp: { disabled: true } },
  customCss,
  externalUrls: { dashboardUrl: '', registryUrl: '', proxyUrl: '', apiBaseUrl: '' },
})})
`

type DocsDeps = { serveFile: ServeFile; frame: DocsFrame; external: ExternalServices }

/** Serves the API reference: `/docs`, `/docs/events`, `/docs/errors` and the documents that they are made of. */
export function addDocsRoutes(app: GatewayHono, { serveFile, frame, external }: DocsDeps): void {
  const ownCalls = once(() => toOpenApi(allEndpoints, allExamples(), apiInfo))
  let openApi: (Packed & { version: number }) | undefined
  const events = once(() => toAsyncApi({ title: 'Cascade events', version: suiteVersion }))
  const asyncApi = once(() => pack(JSON.stringify(events()), 'application/json'))
  const script = findBuilt(
    'docs/reference.js',
    '../../../node_modules/@scalar/api-reference/dist/browser/standalone.js',
  )
  const reference = once(() => pack(readFileSync(script ?? '', 'utf8'), 'text/javascript; charset=utf-8'))

  for (const path of ['/docs', '/docs/'])
    app.get(path, c => c.html(frame.page('/docs', 'API reference', referencePage, 'docs-reference')))
  app.get('/docs/start.js', c => c.body(start, 200, { 'content-type': 'text/javascript; charset=utf-8' }))
  app.get('/docs/errors', c => c.html(frame.page('/docs/errors', 'errors', errorsContent())))
  app.get('/docs/events', c => c.html(frame.page('/docs/events', 'events', eventsContent(events()))))
  app.get('/docs/events/:file', c => {
    const schema = events().channels[c.req.param('file').replace(/\.json$/, '')]?.messages.event.payload
    if (!schema) throw notFound()
    return c.json(schema)
  })
  app.get('/docs/openapi.json', c => {
    const version = external.version()
    // Built again after a change of an external service.
    if (openApi?.version !== version)
      openApi = {
        ...pack(JSON.stringify(mergeDocuments(ownCalls(), external.documents())), 'application/json'),
        version,
      }
    return sendPacked(c, openApi)
  })
  app.get('/docs/asyncapi.json', c => sendPacked(c, asyncApi()))
  app.get('/docs/reference.js', c => {
    if (!script) throw notFound()
    return sendPacked(c, reference())
  })
  addPlayRoutes(app, serveFile, frame)
}

type Packed = { text: string; type: string; gzipped: Uint8Array<ArrayBuffer>; mark: string }

/** Built and compressed at the first request; a megabyte or more. */
function pack(text: string, type: string): Packed {
  const mark = createHash('sha256').update(text).digest('base64url').slice(0, 16)
  return { text, type, gzipped: new Uint8Array(gzipSync(text)), mark }
}

function sendPacked(c: GatewayContext, { text, type, gzipped, mark }: Packed): Response {
  const isGzipped = accepts(c.req.header('accept-encoding') ?? '', 'gzip')
  const etag = `"${mark}${isGzipped ? '.gz' : ''}"`
  c.header('cache-control', 'no-cache')
  c.header('etag', etag)
  c.header('vary', 'accept-encoding')
  if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304)
  c.header('content-type', type)
  if (!isGzipped) return c.body(text)
  c.header('content-encoding', 'gzip')
  return c.body(gzipped)
}

function once<T>(build: () => T): () => T {
  let value: { built: T } | undefined
  return () => {
    value ??= { built: build() }
    return value.built
  }
}
