import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { allEndpoints, allExamples, toOpenApi } from '@cascade/contracts'
import { eventSchemas, toAsyncApi } from '@cascade/contracts/asyncapi'
import { notFound, suiteVersion } from '@cascade/service-kit'
import type { ExternalServices } from '../external/external-services'
import { mergeDocuments } from '../external/openapi'
import { accepts, matchesEtag, type ServeFile } from '../files/file-server'
import type { GatewayContext, GatewayHono } from '../request/context'
import { apiInfo } from './api-info'
import type { DocsFrame } from './docs-frame'
import { errorsContent, eventsContent } from './docs-pages'
import { addPlayRoutes, findBuilt } from './manual'
import { toReadableJson } from './readable-json'

const referenceStyle = `
  .docs-reference { max-width: 80rem; margin: 0 auto; }
  .swagger-ui, .swagger-ui :is(h1, h2, h3, h4, h5, p, a, li, td, th, label, input, select, button, table, .info .title, .opblock-tag, .opblock-summary-description, .btn, .tab li, .parameter__name, .response-col_status) { font-family: var(--font) !important; }
  .swagger-ui :is(code, pre, .opblock-summary-path, .opblock-summary-method, .microlight) { font-family: var(--mono) !important; }
  .swagger-ui .info a { color: var(--accent); }
  .swagger-ui .scheme-container { background: var(--surface); box-shadow: none; border-block: 1px solid var(--line); }
  .swagger-ui .opblock { border-radius: 8px; box-shadow: none; }
  .swagger-ui .info .markdown table { display: block; overflow-x: auto; }
  .swagger-ui .markdown code { color: var(--accent) !important; }
  .swagger-ui .info .markdown td { padding: 0.5rem 0.75rem; vertical-align: top; }
  html.dark-mode body, html.dark-mode .swagger-ui { background: var(--page); }
`
const referencePage = `<link rel="stylesheet" href="/docs/reference.css" />
<style>${referenceStyle}</style>
<main id="reference"></main>
<script src="/docs/reference.js"></script>
<script src="/docs/start.js"></script>`
/** A separate file, because the content policy forbids inline scripts. */
const start = `const dark = matchMedia('(prefers-color-scheme: dark)')
const followTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', followTheme)
followTheme()
SwaggerUIBundle({
  url: '/docs/openapi.json', dom_id: '#reference', docExpansion: 'none', filter: true, validatorUrl: null,
})
`
const viewer = '../../../node_modules/swagger-ui-dist'

type DocsDeps = { serveFile: ServeFile; frame: DocsFrame; external: ExternalServices }

/** Serves the API reference: `/docs`, `/docs/events`, `/docs/errors` and the documents that they are made of. */
export function addDocsRoutes(app: GatewayHono, { serveFile, frame, external }: DocsDeps): void {
  const ownCalls = once(() => toOpenApi(allEndpoints, allExamples(), apiInfo))
  let openApi: { packed: Promise<Packed>; version: number } | undefined
  const events = once(() => toAsyncApi({ title: 'Cascade events', version: suiteVersion }))
  const asyncApi = once(() => pack(toReadableJson(events()), 'application/json'))
  const script = readOnce(findBuilt('docs/reference.js', `${viewer}/swagger-ui-bundle.js`), 'text/javascript')
  const style = readOnce(findBuilt('docs/reference.css', `${viewer}/swagger-ui.css`), 'text/css')

  for (const path of ['/docs', '/docs/'])
    app.get(path, c => c.html(frame.page('/docs', 'API reference', referencePage, 'docs-reference')))
  app.get('/docs/start.js', c => c.body(start, 200, { 'content-type': 'text/javascript; charset=utf-8' }))
  app.get('/docs/errors', c => c.html(frame.page('/docs/errors', 'errors', errorsContent())))
  app.get('/docs/events', c => c.html(frame.page('/docs/events', 'events', eventsContent(events()))))
  app.get('/docs/events/:file', c => {
    const schema = eventSchemas().get(c.req.param('file').replace(/\.json$/, ''))
    if (!schema) throw notFound()
    return c.json(schema)
  })
  app.get('/docs/openapi.json', async c => {
    const version = external.version()
    // Built again after a change of an external service.
    if (openApi?.version !== version) {
      const text = toReadableJson(mergeDocuments(ownCalls(), external.documents()))
      openApi = { packed: pack(text, 'application/json'), version }
    }
    return sendPacked(c, await openApi.packed)
  })
  app.get('/docs/asyncapi.json', async c => sendPacked(c, await asyncApi()))
  app.get('/docs/reference.js', async c => sendPacked(c, await script()))
  app.get('/docs/reference.css', async c => sendPacked(c, await style()))
  addPlayRoutes(app, serveFile, frame)
}

type Packed = { text: string; type: string; gzipped: Uint8Array<ArrayBuffer>; mark: string }

/** Built and compressed at the first request; a megabyte or more. */
async function pack(text: string, type: string): Promise<Packed> {
  const mark = createHash('sha256').update(text).digest('base64url').slice(0, 16)
  return { text, type, gzipped: new Uint8Array(await promisify(gzip)(text)), mark }
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

const readOnce = (file: string | undefined, type: string) =>
  once(async () => {
    if (!file) throw notFound()
    return pack(readFileSync(file, 'utf8'), `${type}; charset=utf-8`)
  })

function once<T>(build: () => T): () => T {
  let value: { built: T } | undefined
  return () => {
    value ??= { built: build() }
    return value.built
  }
}
