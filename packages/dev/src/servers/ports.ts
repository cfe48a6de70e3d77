import { randomInt } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/**
 * Range below the ephemeral ports (from 32768 on Linux, 49152 elsewhere), so that a free port stays free, also after a
 * crash. Ports are chosen at random, as several suites may choose at the same time.
 */
const portMin = 15_000
const portMax = 32_767
const triesMax = 1_000
/** How long a chosen port is reserved while its process starts, which is slow on a busy machine. */
const reservationMs = 60_000

/** Distinct free TCP ports on loopback, reserved for a minute across processes. @throws Error if there are too few */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  for (let tries = 0; ports.length < count; tries++) {
    if (tries === triesMax) throw new Error('No free TCP port on 127.0.0.1.')
    const port = randomInt(portMin, portMax + 1)
    if (await reserve(port)) ports.push(port)
  }
  return ports
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1)
  return port
}

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
 * Reserves a port across processes by binding the UDP port of the same number, which blocks no TCP listener and is freed
 * by the system when this process ends.
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
