import { connect, type Socket } from 'node:net'
import { BSON, type Document } from 'mongodb'

const headerSize = 16
/** Legacy opcodes of the driver's first handshake. */
const opQuery = 2004
const opReply = 1
const opMsg = 2013

/** Numbers of `document` keep their BSON types. `isOneWay`: nobody waits for a reply. */
export type Message = { bytes: Buffer; requestId: number; document: Document; isOneWay: boolean }

/** BSON types survive a decode and encode, e.g. of a double without a fraction. */
const exact = { promoteValues: false, promoteLongs: false, bsonRegExp: true, promoteBuffers: false }

/** Calls `onMessage` for each whole message of the MongoDB wire protocol that arrives. */
export function readMessages(socket: Socket, onMessage: (message: Message) => void): void {
  let rest: Buffer = Buffer.alloc(0)
  socket.on('data', chunk => {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk as Uint8Array])
    while (rest.length >= headerSize) {
      const size = rest.readInt32LE(0)
      if (rest.length < size) return
      const bytes = rest.subarray(0, size)
      rest = rest.subarray(size)
      const isOneWay = bytes.readInt32LE(12) === opMsg && (bytes.readUInt32LE(headerSize) & 2) !== 0
      onMessage({ bytes, requestId: bytes.readInt32LE(4), document: decode(bytes), isOneWay })
    }
  })
}

function decode(bytes: Buffer): Document {
  const opcode = bytes.readInt32LE(12)
  if (opcode === opQuery) return documentAt(bytes, bytes.indexOf(0, headerSize + 4) + 9)
  if (opcode === opReply) return documentAt(bytes, headerSize + 20)
  if (opcode !== opMsg) throw new Error(`unexpected opcode ${opcode}`)
  const hasChecksum = (bytes.readUInt32LE(headerSize) & 1) === 1
  const end = bytes.length - (hasChecksum ? 4 : 0)
  let document: Document = {}
  for (let at = headerSize + 4; at < end; ) {
    const kind = bytes[at++]
    const size = bytes.readInt32LE(at)
    if (kind === 0) document = { ...documentAt(bytes, at), ...document }
    else {
      const nameEnd = bytes.indexOf(0, at + 4)
      const documents: Document[] = []
      for (let from = nameEnd + 1; from < at + size; from += bytes.readInt32LE(from)) {
        documents.push(documentAt(bytes, from))
      }
      document[bytes.toString('utf8', at + 4, nameEnd)] = documents
    }
    at += size
  }
  return document
}

const documentAt = (bytes: Buffer, at: number) =>
  BSON.deserialize(bytes.subarray(at, at + bytes.readInt32LE(at)), exact)

let lastRequestId = 0

/** An OP_MSG with one document. @param responseTo id of the request that it answers; 0 for a request */
export function encode(document: Document, responseTo = 0): Buffer {
  const body = BSON.serialize(document)
  const head = Buffer.alloc(headerSize + 5)
  head.writeInt32LE(head.length + body.length, 0)
  head.writeInt32LE(++lastRequestId, 4)
  head.writeInt32LE(responseTo, 8)
  head.writeInt32LE(opMsg, 12)
  return Buffer.concat([head, body])
}

/** The same message with another document, also for the legacy reply of a handshake. */
export function withDocument({ bytes }: Message, document: Document): Buffer {
  if (bytes.readInt32LE(12) !== opReply) {
    const result = encode(document, bytes.readInt32LE(8))
    result.writeInt32LE(bytes.readInt32LE(4), 4)
    return result
  }
  const result = Buffer.concat([bytes.subarray(0, headerSize + 20), BSON.serialize(document)])
  result.writeInt32LE(result.length, 0)
  return result
}

/** The same reply, as a response to another request. */
export function respondingTo(reply: Buffer, requestId: number): Buffer {
  const result = Buffer.from(reply)
  result.writeInt32LE(requestId, 8)
  return result
}

export type Upstream = ReturnType<typeof connectUpstream>

/** A connection to the real server, on which one request waits for the reply of the one before. */
export function connectUpstream({ hostname, port }: URL, onLost: () => void = () => undefined) {
  const socket = connect(Number(port), hostname)
  const waiting: { resolve: (reply: Message) => void; reject: (error: Error) => void }[] = []
  readMessages(socket, reply => waiting.shift()?.resolve(reply))
  socket.on('error', () => undefined)
  socket.on('close', () => {
    for (const { reject } of waiting.splice(0)) reject(new Error('the database closed the connection'))
    onLost()
  })
  const send = (bytes: Buffer) =>
    new Promise<Message>((resolve, reject) => {
      waiting.push({ resolve, reject })
      socket.write(bytes)
    })
  return {
    send,
    /** A command of the server of rules itself. @throws Error with the server's text */
    async command(document: Document): Promise<Document> {
      const { document: reply } = await send(encode(document))
      if (Number(reply.ok) !== 1) throw new Error(`${Object.keys(document)[0]}: ${reply.errmsg}`)
      return reply
    },
    close: () => socket.destroy(),
  }
}
