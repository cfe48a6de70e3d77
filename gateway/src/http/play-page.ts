import { notFound } from '@cascade/service-kit'
import { filePathOf, type ServeFile } from '../files/file-server'
import type { GatewayHono } from '../request/context'
import { findFolder } from './manual'

/** A page of packages/play-client on which one plays and sees each call and event. */
export const playPath = '/docs/play'

export function addPlayRoutes(app: GatewayHono, serveFile: ServeFile): void {
  const folder = findFolder('play', '../../dist/play')
  for (const path of [playPath, `${playPath}/*`]) {
    app.get(path, async c => {
      const name = c.req.path === playPath ? 'play.html' : filePathOf(c.req.path.slice(playPath.length + 1))
      const answer = folder && name ? await serveFile(c, folder, name) : undefined
      if (!answer) throw notFound()
      return answer
    })
  }
}
