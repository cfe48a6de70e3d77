import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type Socket, Server as TcpServer } from 'node:net'
import { createAdaptorServer, type ServerType } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Tls } from '../runtime/tls'

export type HttpServer = {
  server: Server
  /**
   * Stops accepting connections, answers open requests and those still arriving on open connections, with `Connection:
   * close`, and closes idle connections.
   * @returns number of connections still open after `deadlineMs`, which were cut
   */
  drain: (deadlineMs?: number) => Promise<number>
}

type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Starts listening, with TLS if given a certificate.
 * @param options `intercept` is called for each request before the app
 * @throws Error when the port is in use
 */
export function listen(
  app: Pick<Hono, 'fetch'>,
  port: number,
  hostname: string,
  { intercept = () => false, tls }: { intercept?: Intercept; tls?: Tls | undefined } = {},
): Promise<HttpServer> {
  return new Promise((resolve, reject) => {
    const intercepted = (options: ServerOptions, answer: RequestListener) => {
      const handle: RequestListener = (request, response) => {
        if (!intercept(request, response)) answer(request, response)
      }
      return tls ? createTlsServer({ ...options, ...tls }, handle) : createServer(options, handle)
    }
    const options = { fetch: app.fetch, port, hostname, createServer: intercepted as typeof createServer }
    const server = createAdaptorServer(options) as ServerType & Server
    server.listen({ port, host: hostname, backlog }, () => resolve({ server, drain }))
    const drain = createDrain(server, tls ? 'secureConnection' : 'connection')
    server.on('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} is in use.`) : error),
    )
  })
}

/** Connections waiting to be accepted: beyond Node's default of 511, clients would retry after 1 to 32 s. */
const backlog = 4_096
const sweepEveryMs = 50
/** Longer than a client needs to send its next request after a response. */
const idleMs = 500

type Connection = { calls: Set<ServerResponse>; bytesRead: number; idleSince: number }

/**
 * Node's `close` cuts idle keep-alive connections at once, and loses a request that is already on its way. Here each
 * connection first gets a response with `Connection: close`, or is idle for `idleMs`.
 */
function createDrain(server: Server, connected: 'connection' | 'secureConnection') {
  const open = new Map<Socket, Connection>()
  let draining = false

  server.on(connected, (socket: Socket) => {
    open.set(socket, { calls: new Set(), bytesRead: 0, idleSince: Date.now() })
    socket.on('close', () => open.delete(socket))
  })
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
    // Lets pending connections be accepted first.
    await new Promise(resolve => setImmediate(resolve))
    const closed = new Promise<void>(resolve => TcpServer.prototype.close.call(server, () => resolve()))
    // Not earlier: a client told to reconnect must be refused, not accepted and dropped.
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
    // Ends Node's timer for slow requests.
    server.close(() => undefined)
    return cut
  }
}
