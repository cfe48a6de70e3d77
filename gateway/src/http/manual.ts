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

/** The first of these folders, relative to the running file, that exists. */
export const findFolder = (...paths: readonly string[]) =>
  paths.map(path => join(dirname(fileURLToPath(import.meta.url)), path)).find(existsSync)

export function addManualRoutes(app: GatewayHono, serveFile: ServeFile): void {
  const folder = findFolder('manual', '../../manual')
  for (const [path, file] of [
    [manualPath, 'index.html'],
    [`${manualPath}/*`, undefined],
  ] as const) {
    app.get(path, async c => {
      const name = file ?? filePathOf(c.req.path.slice(manualPath.length + 1))
      const answer = folder && name ? await serveFile(c, folder, name) : undefined
      if (!answer) throw notFound()
      return answer
    })
  }
  addFairnessRoutes(app, serveFile)
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
