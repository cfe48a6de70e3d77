import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from '@cascade/dev-stack/ports'

export type TcpProxy = { port: number; cut: () => Promise<void>; restore: () => Promise<void> }

/** A door in front of a server that a test may shut: for whoever came through it, the server is then gone. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port: targetPort } = new URL(target)
  const port = await freePort()
  const open = new Set<Socket>()
  let server: Server | undefined

  const restore = () =>
    new Promise<void>((resolve, reject) => {
      server = createServer(client => {
        const upstream = connect(Number(targetPort), hostname)
        for (const socket of [client, upstream]) {
          open.add(socket)
          socket.on('close', () => open.delete(socket))
          socket.on('error', () => socket.destroy())
        }
        client.pipe(upstream).pipe(client)
      })
      server.once('error', reject)
      server.listen(port, '127.0.0.1', resolve)
    })
  const cut = () =>
    new Promise<void>(resolve => {
      for (const socket of open) socket.destroy()
      if (server) server.close(() => resolve())
      else resolve()
      server = undefined
    })
  await restore()
  return { port, cut, restore }
}
