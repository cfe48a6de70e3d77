import { connect, type Socket } from 'node:net'
import { BSON, type Document } from 'mongodb'

const headerSize = 16
/** Legacy opcodes of the driver's first handshake. */
const [opReply, opQuery] = [1, 2004]
const opMsg = 2013

/** Values of `document` keep their BSON types. `isOneWay`: the sender expects no reply. */
export type Message = { bytes: Buffer; document: Document; isLegacy: boolean; isOneWay: boolean }

const exact = { promoteValues: false, promoteLongs: false, bsonRegExp: true, promoteBuffers: false }

/** Calls `onMessage` for each whole message of the MongoDB wire protocol that arrives. */
export function readMessages(socket: Socket, onMessage: (message: Message) => void): void {
  let rest: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= headerSize && rest.length >= rest.readInt32LE(0)) {
      const bytes = rest.subarray(0, rest.readInt32LE(0))
      rest = rest.subarray(bytes.length)
      onMessage(decode(bytes))
    }
  })
}

function decode(bytes: Buffer): Message {
  const opcode = bytes.readInt32LE(12)
  if (opcode !== opMsg) {
    const start = opcode === opQuery ? bytes.indexOf(0, headerSize + 4) + 9 : headerSize + 20
    return { bytes, document: documentAt(bytes, start), isLegacy: true, isOneWay: false }
  }
  const flags = bytes.readUInt32LE(headerSize)
  const hasChecksum = (flags & 1) === 1
  const isOneWay = (flags & 2) === 2
  const end = bytes.length - (hasChecksum ? 4 : 0)
  let document: Document = {}
  for (let at = headerSize + 4; at < end; ) {
    const isBody = bytes[at++] === 0
    const size = bytes.readInt32LE(at)
    if (isBody) document = { ...documentAt(bytes, at), ...document }
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
  return { bytes, document, isLegacy: false, isOneWay }
}

const documentAt = (bytes: Buffer, at: number) =>
  BSON.deserialize(bytes.subarray(at, at + bytes.readInt32LE(at)), exact)

/** A message with one document. @param request the message that it answers */
export function encode(document: Document, request?: Message): Buffer {
  const head = Buffer.alloc(headerSize + (request?.isLegacy ? 20 : 5))
  if (request?.isLegacy) head.writeInt32LE(1, headerSize + 16)
  const bytes = Buffer.concat([head, BSON.serialize(document)])
  const requestId = request?.bytes.readInt32LE(4) ?? 0
  for (const [index, value] of [bytes.length, 0, requestId, request?.isLegacy ? opReply : opMsg].entries()) {
    bytes.writeInt32LE(value, index * 4)
  }
  return bytes
}

export type Upstream = ReturnType<typeof connectUpstream>

/** A connection to the real server. */
export function connectUpstream({ hostname, port }: URL, onLost: () => void = () => undefined) {
  const socket = connect(Number(port), hostname)
  const waiting: { resolve: (reply: Document) => void; reject: (error: Error) => void }[] = []
  readMessages(socket, ({ document }) => waiting.shift()?.resolve(document))
  socket.on('error', () => undefined)
  socket.on('close', () => {
    for (const { reject } of waiting.splice(0)) reject(new Error('the database closed the connection'))
    onLost()
  })
  const send = (bytes: Buffer) =>
    new Promise<Document>((resolve, reject) => {
      waiting.push({ resolve, reject })
      socket.write(bytes)
    })
  return {
    send,
    /** @throws Error with the server's text */
    async command(document: Document): Promise<Document> {
      const reply = await send(encode(document))
      if (!isOk(reply)) throw new Error(`${nameOf(document)}: ${reply.errmsg}`)
      return reply
    },
    close: () => socket.destroy(),
  }
}

export const nameOf = (document: Document): string => Object.keys(document)[0] ?? ''
export const isOk = ({ ok }: Document): boolean => Number(ok) === 1
