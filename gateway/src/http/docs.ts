import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { allEndpoints, allExamples, toOpenApi } from '@cascade/contracts'
import { eventSchemas, toAsyncApi } from '@cascade/contracts/asyncapi'
import { notFound, suiteVersion } from '@cascade/service-kit'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import type { ExternalServices } from '../external/external-services'
import { mergeDocuments } from '../external/openapi'
import { filePathOf, type ServeFile } from '../files/file-server'
import type { GatewayHono } from '../request/context'
import { apiInfo } from './api-info'
import { createDocsFrame, manualPath } from './docs-frame'
import { errorsContent, eventsContent, markdown, referenceContent, referenceStart } from './docs-pages'
import { toReadableJson } from './readable-json'

const packages = '../../../packages'
const installed = '../../../node_modules'
const viewer = `${installed}/swagger-ui-dist`
const font = `${installed}/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2`

/** `npm run manual` prints it; it is not in git. */
const pdfLink = `<a href="${manualPath}/manual.pdf">As PDF</a> · `

const json = { 'content-type': 'application/json' }
const script = { 'content-type': 'text/javascript; charset=utf-8' }
const compressed = compress({ contentTypeFilter: /^(?:application\/json|text\/(?:html|javascript|css))/ })

type DocsDeps = { serveFile: ServeFile; hasReference: boolean; external: ExternalServices }

/**
 * Serves `/docs`: the manual and the page on fairness; with `hasReference` also the API reference, the pages
 * of events, errors and play, and the documents that they are made of.
 */
export function addDocsRoutes(app: GatewayHono, { serveFile, hasReference, external }: DocsDeps): void {
  const frame = createDocsFrame(hasReference)
  app.use('/docs/*', compressed, etag(), (c, next) => {
    c.header('cache-control', 'no-cache')
    return next()
  })
  addFolder(manualPath, 'index.html', 'manual', '../../manual')
  const fairness = findBuilt('fairness', `${packages}/draw-rules/docs`)
  app.get('/docs/fairness', async c => {
    const source = await readFile(join(fairness, 'fairness.md'), 'utf8')
    return c.html(frame.page('/docs/fairness', 'how a draw is decided', markdown(source)))
  })
  addFile('/docs/example.json', join(fairness, 'example.json'))
  addFile('/docs/inter.woff2', findBuilt('docs/inter.woff2', font))
  if (!hasReference) return

  addFolder('/docs/play', 'play.html', 'play', '../../dist/play', `${packages}/play-client/page`)
  for (const path of ['/docs', '/docs/'])
    app.get(path, c => c.html(frame.page('/docs', 'API reference', referenceContent, 'docs-reference')))
  addFile('/docs/reference.js', findBuilt('docs/reference.js', `${viewer}/swagger-ui-bundle.js`))
  addFile('/docs/reference.css', findBuilt('docs/reference.css', `${viewer}/swagger-ui.css`))
  app.get('/docs/start.js', c => c.body(referenceStart, 200, script))
  const ownCalls = once(() => toOpenApi(allEndpoints, allExamples(), apiInfo))
  let openApi: { text: string; version: number } | undefined
  app.get('/docs/openapi.json', c => {
    const version = external.version()
    // Built again after a change of an external service.
    if (openApi?.version !== version)
      openApi = { text: toReadableJson(mergeDocuments(ownCalls(), external.documents())), version }
    return c.body(openApi.text, 200, json)
  })
  const events = once(() => toAsyncApi({ title: 'Cascade events', version: suiteVersion }))
  const asyncApi = once(() => toReadableJson(events()))
  app.get('/docs/asyncapi.json', c => c.body(asyncApi(), 200, json))
  app.get('/docs/errors', c => c.html(frame.page('/docs/errors', 'errors', errorsContent())))
  app.get('/docs/events', c => c.html(frame.page('/docs/events', 'events', eventsContent(events()))))
  app.get('/docs/events/:file', c => {
    const schema = eventSchemas().get(c.req.param('file').replace(/\.json$/, ''))
    if (!schema) throw notFound()
    return c.json(schema)
  })

  /** A page, in the frame, and the files that it refers to. */
  function addFolder(path: string, index: string, ...places: readonly string[]) {
    const folder = findBuilt(...places)
    app.get(path, async c => {
      const page = await readFile(join(folder, index), 'utf8')
      return c.html(frame.wrap(path, existsSync(join(folder, 'manual.pdf')) ? page : page.replace(pdfLink, '')))
    })
    app.get(`${path}/*`, async c => {
      const name = filePathOf(c.req.path.slice(path.length + 1))
      const answer = name && (await serveFile(c, folder, name))
      if (!answer) throw notFound()
      return answer
    })
  }

  function addFile(path: string, file: string) {
    app.get(path, async c => {
      const answer = await serveFile(c, dirname(file), basename(file))
      if (!answer) throw notFound()
      return answer
    })
  }
}

/** The first of these files or folders that exists: the one next to the bundle, or its source. */
function findBuilt(...places: readonly string[]): string {
  const paths = places.map(path => join(dirname(fileURLToPath(import.meta.url)), path))
  return paths.find(path => existsSync(path)) ?? String(paths.at(-1))
}

function once<T>(build: () => T): () => T {
  let value: { built: T } | undefined
  return () => {
    value ??= { built: build() }
    return value.built
  }
}
