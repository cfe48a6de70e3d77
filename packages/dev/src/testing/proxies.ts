import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer as createTlsServer } from 'node:tls'
import type { Document } from 'mongodb'
import { freePort } from '../servers/ports'
import type { TestCertificate } from './certificate'
import { connectUpstream, encode, type Message, readMessages } from './mongo-rules/wire'
import { primaryOf } from './primary'

/** Probabilities per connection every 100 ms; `loseCommitReply` per commit. */
export type LineFaults = {
  /** TCP reset. */
  reset?: number
  /** Packets are dropped in both directions without notice. */
  silence?: number
  /** The server stops reading, so that the client's writes block. */
  stall?: number
  /** A MongoDB transaction commits, but its reply and the connection are lost. */
  loseCommitReply?: number
}
type Link = { client: Socket; server: Socket; isSilent: boolean; losesReply: boolean }

const faultIntervalMs = 100
const commitCommand = Buffer.from('commitTransaction')

export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>

/**
 * Starts a TCP proxy in front of a server, or of the primary of a MongoDB replica set. Tests close it with `cut` and
 * inject faults with `break`.
 */
export async function startTcpProxy(target: string) {
  const uri = new URL(target.startsWith('mongodb') ? await primaryOf(target) : target)
  const { hostname, port: targetPort } = uri
  const port = await freePort()
  const links = new Set<Link>()
  let faults: LineFaults = {}
  let listener: Server | undefined
  let faultCount = 0
  function happens(chance = 0) {
    const isHit = Math.random() < chance
    if (isHit) faultCount += 1
    return isHit
  }

  function join(client: Socket) {
    const server = connect(Number(targetPort), hostname)
    const link: Link = { client, server, isSilent: false, losesReply: false }
    links.add(link)
    client.on('data', chunk => {
      if (link.isSilent) return
      if (chunk.includes(commitCommand)) link.losesReply = happens(faults.loseCommitReply)
      if (!server.write(chunk)) {
        client.pause()
        server.once('drain', () => client.resume())
      }
    })
    server.on('data', chunk => {
      if (link.losesReply) client.resetAndDestroy()
      else if (!link.isSilent && !client.write(chunk)) {
        server.pause()
        client.once('drain', () => server.resume())
      }
    })
    const end = () => {
      server.destroy()
      if (!link.isSilent) client.destroy()
    }
    for (const socket of [client, server]) socket.on('error', end).on('close', end)
    client.on('close', () => links.delete(link))
  }

  function applyFaults() {
    for (const link of links) {
      if (happens(faults.reset)) link.client.resetAndDestroy()
      else if (!link.isSilent && happens(faults.silence)) link.isSilent = true
      else if (happens(faults.stall)) link.client.pause()
    }
  }
  const interval = setInterval(applyFaults, faultIntervalMs)
  interval.unref()

  const restore = () =>
    new Promise<void>((resolve, reject) => {
      listener = createServer(join).once('error', reject)
      listener.listen(port, '127.0.0.1', resolve)
    })
  /** Closes every connection and accepts no new one. */
  const cut = () =>
    new Promise<void>(resolve => {
      for (const { client, server } of links) {
        client.destroy()
        server.destroy()
      }
      if (listener) listener.close(() => resolve())
      else resolve()
      listener = undefined
    })
  await restore()
  uri.port = String(port)
  return {
    port,
    /** The target's address through this proxy. */
    uri: uri.href,
    cut,
    restore,
    break(next: LineFaults) {
      faults = next
    },
    /** Faults injected so far. */
    faultCount: () => faultCount,
    /** Stops injecting faults; connections already affected stay broken. */
    heal() {
      faults = {}
    },
  }
}

/** Ends TLS in front of a plain server. `reset` resets all connections. */
export async function startTlsProxy(targetPort: number, { cert, key }: TestCertificate) {
  const lines = new Set<Socket>()
  const proxy = createTlsServer({ cert, key }, client => {
    const server = connect(targetPort, '127.0.0.1')
    client.pipe(server).pipe(client)
    for (const socket of [client, server]) {
      socket.on('error', () => undefined)
      socket.on('close', () => {
        client.destroy()
        server.destroy()
      })
    }
  })
  proxy.on('connection', (line: Socket) => {
    lines.add(line)
    line.on('close', () => lines.delete(line))
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const reset = () => {
    for (const line of lines) line.resetAndDestroy()
  }
  return {
    port: (proxy.address() as AddressInfo).port,
    reset,
    async stop() {
      proxy.close()
      reset()
      await once(proxy, 'close')
    },
  }
}

/** Changes to a reply: `reply` replaces it without asking the server, `change` edits it, `delayMs` delays it. */
export type Interference = { delayMs?: number; reply?: Document; change?: (reply: Document) => Document }

/**
 * Starts a proxy in front of a MongoDB server or the primary of a set. It shows each command to `onCommand`, which may
 * interfere.
 */
export async function startCommandProxy(target: string, onCommand: (command: Document) => Interference | undefined) {
  const place = new URL(await primaryOf(target))
  const port = await freePort()
  const sockets = new Set<Socket>()

  function join(socket: Socket) {
    const upstream = connectUpstream(place, () => socket.destroy())
    let turn: Promise<void> = Promise.resolve()
    async function answer(message: Message) {
      const { delayMs = 0, reply, change = (own: Document) => own } = onCommand(message.document) ?? {}
      const document = reply ?? change(await upstream.send(message.bytes))
      await sleep(delayMs, undefined, { ref: false })
      socket.write(encode(document, message))
    }
    readMessages(socket, message => {
      if (message.isOneWay) return
      turn = turn.then(() => answer(message)).catch(() => void socket.destroy())
    })
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      upstream.close()
    })
  }

  const listener = createServer(join)
  await new Promise<void>((resolve, reject) => listener.once('error', reject).listen(port, '127.0.0.1', resolve))
  return {
    uri: `mongodb://127.0.0.1:${port}/?directConnection=true`,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => listener.close(resolve))
    },
  }
}

/**
 * Fault of one HTTP call: cut before it is forwarded or before its reply, a reply of the proxy, or a reply that never
 * arrives, with a callback when it is withheld.
 */
type HttpFault = 'cut' | 'cutReply' | { status: number; body: object } | { withhold: () => void }
type OnCall = (line: string, body: Buffer) => HttpFault | undefined | Promise<HttpFault | undefined>

/**
 * Starts a proxy in front of an HTTP server on 127.0.0.1. It shows each call to `onCall` before it forwards it.
 * @param onCall gets `POST /path` and the body
 */
export async function startHttpProxy(onCall: OnCall, targetPort = 0) {
  let port = targetPort

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method, url, headers } = incoming
    const body = await buffer(incoming)
    const fault = await onCall(`${method} ${url}`, body)
    if (fault === 'cut') return void outgoing.destroy()
    if (typeof fault === 'object' && 'status' in fault) {
      outgoing.writeHead(fault.status, { 'content-type': 'application/json' }).end(JSON.stringify(fault.body))
      return
    }
    const host = `127.0.0.1:${port}`
    const target = request({ host: '127.0.0.1', port, method, path: url, headers: { ...headers, host } }, response => {
      if (fault === undefined) {
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(outgoing)
      } else response.resume().once('end', fault === 'cutReply' ? () => outgoing.destroy() : fault.withhold)
    })
    target.on('error', () => outgoing.destroy())
    target.end(body)
  }

  const server = createHttpServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forwardTo(next: number) {
      port = next
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
