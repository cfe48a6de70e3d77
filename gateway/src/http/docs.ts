import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { allEndpoints, allExamples, toOpenApi } from '@cascade/contracts'
import { toAsyncApi } from '@cascade/contracts/asyncapi'
import { liveChangeEvent, liveChangeExample, liveGameExample } from '@cascade/contracts/live'
import { notFound, suiteVersion } from '@cascade/service-kit'
import { accepts, matchesEtag } from '../files/file-server'
import type { GatewayContext, GatewayHono } from '../request/context'
import type { DocsFrame } from './docs-frame'
import { errorsContent, eventsContent } from './docs-pages'
import { fairnessPath, findBuilt, manualPath } from './manual'

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

/** Serves the API reference: `/docs`, `/docs/events`, `/docs/errors` and the documents that they are made of. */
export function addDocsRoutes(app: GatewayHono, frame: DocsFrame): void {
  const openApi = once(() => pack(JSON.stringify(toOpenApi(allEndpoints, allExamples(), info)), 'application/json'))
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
  app.get('/docs/openapi.json', c => sendPacked(c, openApi()))
  app.get('/docs/asyncapi.json', c => sendPacked(c, asyncApi()))
  app.get('/docs/reference.js', c => {
    if (!script) throw notFound()
    return sendPacked(c, reference())
  })
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

const json = (value: unknown) => `\`${JSON.stringify(value)}\``
const { adminId, gameId, drawAt, now, feed } = liveGameExample
const timer = { gameId, time: '00:30', drawAt, now }

/** Socket events, as Markdown for the OpenAPI description. */
const socketDocs = `## Live draws over a socket

Socket.IO 4 at \`/socket.io\` of the same origin, transport \`websocket\`, with \`auth: { token }\` or the cookie. A session
has at most twenty sockets. A socket follows one game, the last one it requested.

| Event | Direction | Payload |
|---|---|---|
| \`gameData\` | to the server | ${json({ adminId, gameId })}: follows this game. With \`"changes": true\` only changes are sent after the first state. |
| \`responseData\` | to the client | the full state, as \`data\` of \`GET /live/loadgame\`: at once and, unless \`changes\` was requested, at most every three seconds after a change. ${json({ error: 'Not found.' })} for a game you may not see; with \`removed: true\` the game was deleted. |
| \`${liveChangeEvent}\` | to the client | changes since the state with the previous number, at most four times a second: ${json({ ...liveChangeExample, feed: { ...feed, number: feed.number + 1 } })}. Options are identified by \`index\`; \`cleared\` sets all others to 0. After a gap in \`feed.number\` or another \`feed.epoch\`, send \`gameData\` again. |
| \`timerData\` | to the server | ${json({ adminId, gameId })}: requests the time left, now and at each new draw. |
| \`timer\` | to the client | ${json(timer)} |
`

const info = {
  title: 'Cascade',
  version: suiteVersion,
  description: `All calls of the suite. [Events](/docs/events). [Error codes and reasons](/docs/errors). [The operator’s manual](${manualPath}). [How a draw is decided, and how to check its record](${fairnessPath})\n\n${socketDocs}`,
}
