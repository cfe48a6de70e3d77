import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { allEndpoints, allExamples, codeCatalogue, reasonCatalogue, statusByCode, toOpenApi } from '@cascade/contracts'
import { liveChangeEvent, liveChangeExample, liveGameExample, playPushExamples } from '@cascade/contracts/live'
import { notFound, suiteVersion } from '@cascade/service-kit'
import type { ExternalServices } from '../external/external-services'
import { mergeDocuments } from '../external/openapi'
import { accepts, matchesEtag, type ServeFile } from '../files/file-server'
import type { GatewayHono } from '../request/context'
import { addPlayRoutes, fairnessPath, manualPath, playPath } from './manual'

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Cascade API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
    <link rel="icon" href="/docs/favicon-32x32.png" />
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`
/** A separate file, because the content policy forbids inline scripts. */
const start = `window.ui = SwaggerUIBundle({
  url: '/docs/openapi.json', dom_id: '#swagger-ui', docExpansion: 'none', filter: true, validatorUrl: null,
})
`
const assets = new Set(['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'])

/** Serves the API reference: `/docs`, `/docs/errors` and `/docs/openapi.json`. */
export function addDocsRoutes(app: GatewayHono, serveFile: ServeFile, external: ExternalServices): void {
  const require = createRequire(import.meta.url)
  const folder = dirname(require.resolve('swagger-ui-dist/package.json'))
  let own: ReturnType<typeof toOpenApi> | undefined
  let document: ReturnType<typeof buildDocument> | undefined

  app.get('/docs', c => c.html(page))
  app.get('/docs/', c => c.html(page))
  app.get('/docs/start.js', c => c.body(start, 200, { 'content-type': 'text/javascript; charset=utf-8' }))
  app.get('/docs/errors', c => c.html(errorsPage()))
  app.get('/docs/openapi.json', c => {
    own ??= toOpenApi(allEndpoints, allExamples(), info)
    if (document?.version !== external.version()) document = buildDocument(own, external)
    const isGzipped = accepts(c.req.header('accept-encoding') ?? '', 'gzip')
    const etag = `"${document.mark}${isGzipped ? '.gz' : ''}"`
    c.header('cache-control', 'no-cache')
    c.header('etag', etag)
    c.header('vary', 'accept-encoding')
    if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304)
    c.header('content-type', 'application/json')
    if (!isGzipped) return c.body(document.text)
    c.header('content-encoding', 'gzip')
    return c.body(document.gzipped)
  })
  addPlayRoutes(app, serveFile)
  app.get('/docs/:asset', async c => {
    const asset = c.req.param('asset')
    const answer = assets.has(asset) ? await serveFile(c, folder, asset) : undefined
    if (!answer) throw notFound()
    return answer
  })
}

/** Built and compressed at the first request and after a change of an external service; about a megabyte. */
function buildDocument(own: ReturnType<typeof toOpenApi>, external: ExternalServices) {
  const version = external.version()
  const text = JSON.stringify(mergeDocuments(own, external.documents()))
  const mark = createHash('sha256').update(text).digest('base64url').slice(0, 16)
  return { version, text, gzipped: new Uint8Array(gzipSync(text)), mark }
}

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; color: #1c2733; }
  table { border-collapse: collapse; width: 100%; margin: 1rem 0 3rem; }
  th, td { text-align: left; vertical-align: top; padding: 0.5rem 0.75rem; border-bottom: 1px solid #d5dce3; }
  code { font-family: ui-monospace, monospace; font-size: 0.9em; white-space: nowrap; }
  @media (prefers-color-scheme: dark) {
    body { background: #10161d; color: #dfe6ee; } th, td { border-color: #2d3945; } a { color: #7db8ff; }
  }
  @media (max-width: 40rem) { thead { display: none; } td { display: block; border: 0; padding: 0.15rem 0; } tr { display: block; border-bottom: 1px solid #8a97a5; padding: 0.75rem 0; } }
`

function errorsPage(): string {
  const codes = Object.entries(codeCatalogue).map(([code, { meaning, action }]) =>
    tableRow([mono(code), String(statusByCode[code as keyof typeof statusByCode]), text(meaning), text(action)]),
  )
  const reasons = Object.entries(reasonCatalogue).map(([reason, { code, meaning, action }]) =>
    tableRow([mono(reason), mono(code), text(meaning), text(action)]),
  )
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Cascade API: errors</title>
    <style>${style}</style>
  </head>
  <body>
    <p><a href="/docs">API reference</a></p>
    <h1>Errors</h1>
    <p>
      Every error response has the body <code>{ success: false, message, code, reason?, errors?, transferId?, requestId }</code>.
      <code>code</code> and <code>reason</code> are stable; messages may change, so compare codes and never messages.
    </p>
    <h2>Codes</h2>
    ${tableHtml(['Code', 'Status', 'Meaning', 'What to do'], codes)}
    <h2>Reasons</h2>
    <p>A reason distinguishes cases of one code.</p>
    ${tableHtml(['Reason', 'Code', 'Meaning', 'What to do'], reasons)}
  </body>
</html>
`
}

const mono = (name: string) => `<code>${name}</code>`
const text = (sentence: string) => sentence.replace(/`([^`]+)`/g, (_, name: string) => mono(name))
const tableRow = (cells: readonly string[]) => `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`
const tableHtml = (heads: readonly string[], rows: readonly string[]) =>
  `<table><thead><tr>${heads.map(head => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`

const json = (value: unknown) => `\`${JSON.stringify(value)}\``
const { adminId, gameId, drawAt, now, feed } = liveGameExample
const timer = { gameId, time: '00:30', drawAt, now }
const { playDraw, playWallet, playTicket } = playPushExamples()

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

## A player's socket

The same socket, for accounts of role \`player\`. [A page that uses every call and event](${playPath}), built on
\`@cascade/play-client\`, which does all of the following.

| Event | Direction | Payload |
|---|---|---|
| \`play\` | to the server | ${json({ gameId })}: follows the draws of this game, the last one requested; \`{}\` leaves it. |
| \`playDraw\` | to the client | ${json(playDraw)}: at once and after each change of draw, state or results; \`draw\` as in \`GET /play/games/{gameId}/draw\`. ${json({ number: 1, gameId, error: 'There is no such game.' })} for a game that the player may not bet on. |
| \`playWallet\` | to the client | ${json(playWallet)}: the balance after any change; without \`play\`, too. |
| \`playTicket\` | to the client | ${json(playTicket)}: tickets of the player were \`settled\`, \`corrected\` or \`claimed\`; \`amount\` is the win, the difference of a correction, or the points claimed. Without \`play\`, too. |

\`number\` counts the messages of one socket: 1, 2, 3 … After a gap, and after each connect, read the state with the
calls below \`/play\`. The server's clock is \`now\` of a draw. Bets carry an \`Idempotency-Key\`: one per attempt,
repeated until the outcome is known.
`

const info = {
  title: 'Cascade',
  version: suiteVersion,
  description: `All calls of the suite. [Error codes and reasons](/docs/errors). [The operator’s manual](${manualPath}). [A player’s app, to try and to read](${playPath}). [How a draw is decided, and how to check its record](${fairnessPath})\n\n${socketDocs}`,
}
