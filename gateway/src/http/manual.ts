import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { notFound } from '@cascade/service-kit'
import { filePathOf, type ServeFile } from '../files/file-server'
import type { GatewayHono } from '../request/context'
import type { DocsFrame } from './docs-frame'
import { markdown } from './docs-pages'

/** The operator's manual, written by `npm run manual`. */
export const manualPath = '/docs/manual'

export const fairnessPath = '/docs/fairness'

/** The first of these files or folders that exists: the one next to the bundle, or its source. */
export const findBuilt = (...paths: readonly string[]) =>
  paths.map(path => join(dirname(fileURLToPath(import.meta.url)), path)).find(existsSync)

export function addManualRoutes(app: GatewayHono, serveFile: ServeFile, frame: DocsFrame): void {
  addFolderRoutes(app, serveFile, frame, {
    path: manualPath,
    index: 'index.html',
    folder: findBuilt('manual', '../../manual'),
  })
  addFairnessRoutes(app, serveFile, frame)
  const font = '../../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
  addFileRoute(app, serveFile, '/docs/inter.woff2', findBuilt('docs/inter.woff2', font))
}

/** A page that uses each call and event of players; its folder is part of the build. */
export const playPath = '/docs/play'

export function addPlayRoutes(app: GatewayHono, serveFile: ServeFile, frame: DocsFrame): void {
  addFolderRoutes(app, serveFile, frame, {
    path: playPath,
    index: 'play.html',
    folder: findBuilt('play', '../../dist/play', '../../../packages/play-client/page'),
  })
}

type FolderRoutes = { path: string; index: string; folder: string | undefined }

/** `npm run manual` prints it; it is not in git. */
const pdfLink = `<a href="${manualPath}/manual.pdf">As PDF</a> · `

function addFolderRoutes(
  app: GatewayHono,
  serveFile: ServeFile,
  frame: DocsFrame,
  { path, index, folder }: FolderRoutes,
): void {
  app.get(path, async c => {
    if (!folder) throw notFound()
    const page = await readFile(join(folder, index), 'utf8')
    const html = existsSync(join(folder, 'manual.pdf')) ? page : page.replace(pdfLink, '')
    return c.html(frame.wrap(path, html), 200, { 'cache-control': 'no-cache' })
  })
  app.get(`${path}/*`, async c => {
    const name = filePathOf(c.req.path.slice(path.length + 1))
    const answer = folder && name ? await serveFile(c, folder, name) : undefined
    if (!answer) throw notFound()
    return answer
  })
}

function addFileRoute(app: GatewayHono, serveFile: ServeFile, path: string, file: string | undefined): void {
  app.get(path, async c => {
    const answer = file && (await serveFile(c, dirname(file), basename(file)))
    if (!answer) throw notFound()
    return answer
  })
}

function addFairnessRoutes(app: GatewayHono, serveFile: ServeFile, frame: DocsFrame): void {
  const folder = findBuilt('fairness', '../../../packages/draw-rules/docs')
  app.get(fairnessPath, async c => {
    if (!folder) throw notFound()
    const source = await readFile(join(folder, 'fairness.md'), 'utf8')
    return c.html(frame.page(fairnessPath, 'how a draw is decided', markdown(source)), 200, {
      'cache-control': 'no-cache',
    })
  })
  addFileRoute(app, serveFile, '/docs/example.json', folder && join(folder, 'example.json'))
}
