import { connect, createServer, type Socket } from 'node:net'
import { freePort } from '@cascade/dev/ports'
import { primaryOf } from '@cascade/dev/primary'
import { BSON, type Document } from 'mongodb'
import { sleep } from '../clock'

const opMsg = 2013
const headerBytes = 16

/** What happens to a command: its reply comes late, or from the proxy instead of the server. */
export type Interference = { delayMs?: number; reply?: Document }

/**
 * Starts a proxy in front of a MongoDB server or the primary of a set. It shows each command to `onCommand`, which may
 * interfere.
 */
export async function startCommandProxy(target: string, onCommand: (command: Document) => Interference | undefined) {
  const { hostname, port: targetPort } = new URL(await primaryOf(target))
  const port = await freePort()
  const sockets = new Set<Socket>()

  function join(client: Socket) {
    const server = connect(Number(targetPort), hostname)
    let received = Buffer.alloc(0)
    let delayMs = 0
    let replies = Promise.resolve()
    client.on('data', chunk => {
      received = Buffer.concat([received, chunk])
      for (;;) {
        const length = received.length < 4 ? Number.POSITIVE_INFINITY : received.readInt32LE(0)
        if (received.length < length) return
        const message = received.subarray(0, length)
        received = received.subarray(length)
        const interference = message.readInt32LE(12) === opMsg ? onCommand(commandIn(message)) : undefined
        delayMs = interference?.delayMs ?? 0
        if (interference?.reply) client.write(replyTo(message, interference.reply))
        else server.write(message)
      }
    })
    server.on('data', chunk => {
      const pauseMs = delayMs
      replies = replies.then(() => (pauseMs > 0 ? sleep(pauseMs) : undefined)).then(() => void client.write(chunk))
    })
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        server.destroy()
      })
    }
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

/** The driver writes the command's document as the first section. */
function commandIn(message: Buffer): Document {
  const start = headerBytes + 5
  return BSON.deserialize(message.subarray(start, start + message.readInt32LE(start)), { useBigInt64: true })
}

function replyTo(message: Buffer, document: Document): Buffer {
  const body = BSON.serialize(document)
  const head = Buffer.alloc(headerBytes + 5)
  head.writeInt32LE(head.length + body.length, 0)
  head.writeInt32LE(message.readInt32LE(4), 8)
  head.writeInt32LE(opMsg, 12)
  return Buffer.concat([head, body])
}
