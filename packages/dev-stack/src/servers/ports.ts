import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/**
 * Systems take the ports of outgoing connections from 32768 (Linux) or 49152 on: what is free below stays free until it
 * is used, and again after a crash. Chosen by chance, as several suites may choose at the same moment.
 */
const lowestPort = 15_000
const highestPort = 32_767
const longestSearch = 1_000

/** TCP ports of the loopback address that nobody listens on at this moment, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const servers: Server[] = []
  for (let tries = 0; servers.length < count; tries++) {
    if (tries === longestSearch) throw new Error('No free TCP port on 127.0.0.1.')
    const server = await listen(randomInt(lowestPort, highestPort + 1), '127.0.0.1').catch(() => undefined)
    if (server) servers.push(server)
  }
  const ports = servers.map(portOf)
  await Promise.all(servers.map(close))
  return ports
}

/** One TCP port of the loopback address that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1)
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
