import { createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Document } from 'mongodb'
import { freePort } from '../servers/ports'
import { connectUpstream, encode, type Message, readMessages } from './mongo-rules/wire'
import { primaryOf } from './primary'

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
