import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** TCP ports of the loopback address that nobody listens on at this moment, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, () => listen(0, '127.0.0.1')))
  const ports = servers.map(portOf)
  await Promise.all(servers.map(close))
  return ports
}

/** One TCP port of the loopback address that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1)
  if (port === undefined) throw new Error('No free TCP port on 127.0.0.1.')
  return port
}

/** Whether we could listen on `port` of `host` now. */
export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return listen(port, host).then(
    async server => {
      await close(server)
      return true
    },
    () => false,
  )
}

async function listen(port: number, host: string): Promise<Server> {
  const server = createServer()
  server.listen(port, host)
  await once(server, 'listening')
  return server
}

async function close(server: Server) {
  server.close()
  await once(server, 'close')
}

function portOf(server: Server): number {
  const address = server.address()
  return address && typeof address === 'object' ? address.port : 0
}
