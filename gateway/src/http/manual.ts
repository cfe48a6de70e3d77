import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { notFound } from '@cascade/service-kit'
import { filePathOf, type ServeFile } from '../files/file-server'
import type { GatewayHono } from '../request/context'

/** The operator's manual, written by `npm run manual`. */
export const manualPath = '/docs/manual'

export const fairnessPath = '/docs/fairness'

const findFolder = (...paths: readonly string[]) =>
  paths.map(path => join(dirname(fileURLToPath(import.meta.url)), path)).find(existsSync)

export function addManualRoutes(app: GatewayHono, serveFile: ServeFile): void {
  addFolderRoutes(app, serveFile, {
    path: manualPath,
    index: 'index.html',
    folder: findFolder('manual', '../../manual'),
  })
  addFairnessRoutes(app, serveFile)
}

/** A page that uses each call and event of players; its folder is part of the build. */
export const playPath = '/docs/play'

export function addPlayRoutes(app: GatewayHono, serveFile: ServeFile): void {
  addFolderRoutes(app, serveFile, { path: playPath, index: 'play.html', folder: findFolder('play', '../../dist/play') })
}

type FolderRoutes = { path: string; index: string; folder: string | undefined }

function addFolderRoutes(app: GatewayHono, serveFile: ServeFile, { path, index, folder }: FolderRoutes): void {
  for (const route of [path, `${path}/*`]) {
    app.get(route, async c => {
      const name = c.req.path === path ? index : filePathOf(c.req.path.slice(path.length + 1))
      const answer = folder && name ? await serveFile(c, folder, name) : undefined
      if (!answer) throw notFound()
      return answer
    })
  }
}

function addFairnessRoutes(app: GatewayHono, serveFile: ServeFile): void {
  const folder = findFolder('fairness', '../../../packages/draw-rules/docs')
  const plainText = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' }
  app.get(fairnessPath, async c => {
    if (!folder) throw notFound()
    return c.body(await readFile(join(folder, 'fairness.md'), 'utf8'), 200, plainText)
  })
  app.get('/docs/example.json', async c => {
    const answer = folder && (await serveFile(c, folder, 'example.json'))
    if (!answer) throw notFound()
    return answer
  })
}
