import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import { type Socket, Server as TcpServer } from 'node:net'
import { createAdaptorServer, type ServerType } from '@hono/node-server'
import type { Hono } from 'hono'

export type HttpServer = {
  server: Server
  /**
   * Takes no new connection, answers what is under way and what still comes over open connections, tells each caller
   * that its connection ends, and closes those that have nothing more to say.
   * @returns how many connections were cut because they had not ended after `deadlineMs`
   */
  drain: (deadlineMs?: number) => Promise<number>
}

/** Answers a request by itself. @returns false where the app is to answer */
type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Starts listening.
 * @param intercept sees each request before the app
 * @throws Error with a sentence for people when the port is taken
 */
export function listen(
  app: Pick<Hono, 'fetch'>,
  port: number,
  hostname: string,
  intercept: Intercept = () => false,
): Promise<HttpServer> {
  return new Promise((resolve, reject) => {
    const intercepted = (options: ServerOptions, answer: RequestListener) =>
      createServer(options, (request, response) => {
        if (!intercept(request, response)) answer(request, response)
      })
    const options = { fetch: app.fetch, port, hostname, createServer: intercepted as typeof createServer }
    const server = createAdaptorServer(options) as ServerType & Server
    server.listen({ port, host: hostname, backlog }, () => resolve({ server, drain }))
    const drain = createDrain(server)
    server.on('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} is in use.`) : error),
    )
  })
}

/** Connections that wait to be accepted: beyond Node's 511, a crowd would only be noticed after TCP's retries of 1 to 32 s. */
const backlog = 4_096
const sweepEveryMs = 50
/** Longer than a caller that got its answer takes to send its next request over the same connection. */
const idleMs = 500

type Connection = { calls: Set<ServerResponse>; bytesRead: number; idleSince: number }

/**
 * Node's own `close` cuts every connection that waits for its caller's next request, which may be on its way already:
 * that request would be lost. Here each connection gets an answer with `Connection: close` first, or is quiet for long.
 */
function createDrain(server: Server) {
  const open = new Map<Socket, Connection>()
  let draining = false

  server.on('connection', (socket: Socket) => {
    open.set(socket, { calls: new Set(), bytesRead: 0, idleSince: Date.now() })
    socket.on('close', () => open.delete(socket))
  })
  // What became a websocket ends in its own way.
  server.on('upgrade', (_request, socket: Socket) => open.delete(socket))
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = open.get(socket)
    if (draining) response.shouldKeepAlive = false
    connection?.calls.add(response)
    response.on('close', () => {
      connection?.calls.delete(response)
      if (connection) connection.idleSince = Date.now()
    })
  })

  function sweep() {
    for (const [socket, connection] of open) {
      if (socket.bytesRead !== connection.bytesRead) {
        connection.bytesRead = socket.bytesRead
        connection.idleSince = Date.now()
      }
      if (connection.calls.size === 0 && Date.now() - connection.idleSince > idleMs) socket.destroySoon()
    }
  }

  return async (deadlineMs = 4_000): Promise<number> => {
    // Right after a look at the network: whoever is connected has been noticed by then.
    await new Promise(resolve => setImmediate(resolve))
    const closed = new Promise<void>(resolve => TcpServer.prototype.close.call(server, () => resolve()))
    // Only now: whoever is told to connect anew must be refused, not taken and dropped.
    draining = true
    for (const { calls } of open.values()) {
      for (const response of calls) if (!response.headersSent) response.shouldKeepAlive = false
    }
    const sweeping = setInterval(() => setImmediate(sweep), sweepEveryMs)
    let cut = 0
    const deadline = setTimeout(() => {
      cut = open.size
      server.closeAllConnections()
    }, deadlineMs)
    await closed
    clearInterval(sweeping)
    clearTimeout(deadline)
    // Ends what Node's own `close` would have ended: its look-out for slow requests.
    server.close(() => undefined)
    return cut
  }
}
