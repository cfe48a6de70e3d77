import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from '../servers/ports'
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

/** Starts a TCP proxy in front of a server, or of the primary of a MongoDB replica set. Tests close it with `cut` and inject faults with `break`. */
export async function startTcpProxy(target: string) {
  const uri = new URL(target.startsWith('mongodb') ? await primaryOf(target) : target)
  const { hostname, port: targetPort } = uri
  const port = await freePort()
  const links = new Set<Link>()
  let faults: LineFaults = {}
  let listener: Server | undefined
  const happens = (chance = 0) => Math.random() < chance

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
      else if (happens(faults.silence)) link.isSilent = true
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
    /** Stops injecting faults; connections already affected stay broken. */
    heal() {
      faults = {}
    },
  }
}
