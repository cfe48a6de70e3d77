import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, normalize } from 'node:path'

/** Serves the files of a folder on a port of its own. `fails` selects paths that get a 500. */
export async function serveFolder(folder: string) {
  const control = { fails: (_path: string): boolean => false }
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    if (control.fails(path)) return void response.writeHead(500).end()
    const content = await readFile(join(folder, path)).catch(() => undefined)
    response.writeHead(content ? 200 : 404).end(content)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(control, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  })
}
