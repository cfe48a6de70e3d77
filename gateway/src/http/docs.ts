import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { allEndpoints, allExamples, toOpenApi } from '@cascade/contracts'
import { notFound } from '@cascade/service-kit'
import type { ServeFile } from '../files/file-server'
import type { GatewayHono } from '../request/context'
import { errorsPage } from './errors-page'
import { socketDocs } from './socket-docs'

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
/** A file of its own: the content policy allows no script inside the page. */
const start = `window.ui = SwaggerUIBundle({
  url: '/docs/openapi.json', dom_id: '#swagger-ui', docExpansion: 'none', filter: true, validatorUrl: null,
})
`
const assets = new Set(['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'])

const info = {
  title: 'Cascade',
  version: '1.0.0',
  description: `All calls of the suite. [Codes and reasons of refusals](/docs/errors)\n\n${socketDocs}`,
}

/** The description of the API for people at `/docs`, its refusals at `/docs/errors`, and for programs `/docs/openapi.json`. */
export function addDocsRoutes(app: GatewayHono, serveFile: ServeFile): void {
  const require = createRequire(import.meta.url)
  const folder = dirname(require.resolve('swagger-ui-dist/package.json'))
  let document: string | undefined

  app.get('/docs', c => c.html(page))
  app.get('/docs/', c => c.html(page))
  app.get('/docs/start.js', c => c.body(start, 200, { 'content-type': 'text/javascript; charset=utf-8' }))
  app.get('/docs/errors', c => c.html(errorsPage()))
  app.get('/docs/openapi.json', c => {
    document ??= JSON.stringify(toOpenApi(allEndpoints, allExamples, info))
    return c.body(document, 200, { 'content-type': 'application/json', 'cache-control': 'no-cache' })
  })
  app.get('/docs/:asset', async c => {
    const asset = c.req.param('asset')
    const answer = assets.has(asset) ? await serveFile(c, folder, asset) : undefined
    if (!answer) throw notFound()
    return answer
  })
}
