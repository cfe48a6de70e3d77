import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { notFound } from '@cascade/service-kit'
import { filePathOf, type ServeFile } from '../files/file-server'
import type { GatewayHono } from '../request/context'

/** Of the operator's manual, which `npm run manual` writes. */
export const manualPath = '/docs/manual'

/** Beside the bundle, which brings a copy of it, or in the room of these sources. */
const folderOf = () =>
  ['manual', '../../manual'].map(path => join(dirname(fileURLToPath(import.meta.url)), path)).find(existsSync)

export function addManualRoutes(app: GatewayHono, serveFile: ServeFile): void {
  const folder = folderOf()
  for (const [path, file] of [
    [manualPath, 'index.html'],
    [`${manualPath}/*`, undefined],
  ] as const) {
    app.get(path, async c => {
      const asked = file ?? filePathOf(c.req.path.slice(manualPath.length + 1))
      const answer = folder && asked ? await serveFile(c, folder, asked) : undefined
      if (!answer) throw notFound()
      return answer
    })
  }
}
