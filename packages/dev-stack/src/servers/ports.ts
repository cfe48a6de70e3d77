import { randomInt } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/**
 * Systems take the ports of outgoing connections from 32768 (Linux) or 49152 on: what is free below stays free until it
 * is used, and again after a crash. Chosen by chance, as several suites may choose at the same moment.
 */
const portMin = 15_000
const portMax = 32_767
const triesMax = 1_000
/** A process takes some seconds to start, on a busy machine many: so long nobody else is given its port. */
const reservationMs = 60_000

/** TCP ports of the loopback address that nobody listens on, and nobody else is given for a minute; all different. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  for (let tries = 0; ports.length < count; tries++) {
    if (tries === triesMax) throw new Error('No free TCP port on 127.0.0.1.')
    const port = randomInt(portMin, portMax + 1)
    if (await reserve(port)) ports.push(port)
  }
  return ports
}

/** One such port. */
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

/**
 * Keeps a port from everybody else who chooses one here, in whatever process: its UDP twin is held, which is in nobody's
 * way, and which the system frees when this process ends.
 */
async function reserve(port: number): Promise<boolean> {
  const mark = createSocket('udp4').unref()
  const isOurs = await bind(mark, port).then(
    () => isPortFree(port),
    () => false,
  )
  if (isOurs) setTimeout(() => mark.close(), reservationMs).unref()
  else mark.close()
  return isOurs
}

async function bind(mark: Socket, port: number) {
  mark.bind({ port, address: '127.0.0.1', exclusive: true })
  await once(mark, 'listening')
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
