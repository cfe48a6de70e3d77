import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { type MultipartLimits, multipartFields, type UploadedFile } from '@cascade/contracts'
import Busboy from '@fastify/busboy'
import { AppError, invalid, tooLarge, tooMany } from '../runtime/errors'

/** Memory for all uploads of a process; beyond it, uploads are rejected and the client retries. */
const processBytesMax = 128 * 1024 * 1024
let bufferedBytes = 0

type Values = Record<string, unknown>

/**
 * Reads a multipart body as it arrives. A name that occurs several times becomes a list.
 * @param use receives fields and files; their memory is reserved until it resolves
 * @throws AppError TOO_LARGE, VALIDATION for an invalid body, TOO_MANY_REQUESTS when the memory for uploads is in use
 */
export async function withMultipart<T>(
  request: Request,
  limits: MultipartLimits,
  use: (values: Values) => Promise<T>,
): Promise<T> {
  const body = createCollector()
  try {
    await collect(request, limits, body)
    return await use(body.values())
  } finally {
    body.release()
  }
}

function createCollector() {
  const parts = new Map<string, unknown[]>()
  let ownBytes = 0
  return {
    add(name: string, value: unknown) {
      parts.set(name, [...(parts.get(name) ?? []), value])
    },
    /** @throws AppError TOO_MANY_REQUESTS */
    reserve(bytes: number) {
      if (bufferedBytes + bytes > processBytesMax) throw tooMany()
      bufferedBytes += bytes
      ownBytes += bytes
    },
    release() {
      bufferedBytes -= ownBytes
      ownBytes = 0
    },
    values: (): Values =>
      Object.fromEntries([...parts].map(([name, values]) => [name, values.length === 1 ? values[0] : values])),
  }
}
type Collector = ReturnType<typeof createCollector>

async function collect(request: Request, limits: MultipartLimits, body: Collector) {
  const parser = createParser(request.headers.get('content-type') ?? '', limits)
  const abort = (error: unknown) => parser.destroy(error instanceof Error ? error : invalid(notMultipart))
  const attempt = (work: () => void) => {
    try {
      work()
    } catch (error) {
      abort(error)
    }
  }
  let textBytes = 0
  parser.on('field', (name, value, nameTruncated, valueTruncated) =>
    attempt(() => {
      textBytes += value.length
      if (nameTruncated || valueTruncated || textBytes > multipartFields.totalBytesMax) throw tooLarge()
      body.add(name, value)
    }),
  )
  parser.on('file', (name, stream, fileName, _encoding, mediaType) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => attempt(() => body.reserve(chunk.length) ?? chunks.push(chunk)))
    stream.on('limit', () => abort(tooLarge()))
    stream.on('error', abort)
    stream.on('end', () => {
      const file: UploadedFile = { fileName: fileName ?? '', mediaType, bytes: Buffer.concat(chunks.splice(0)) }
      body.add(name, file)
    })
  })
  for (const event of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(event, () => abort(tooLarge()))
  try {
    await pipeline(request.body ? Readable.fromWeb(request.body as ReadableStream) : Readable.from([]), parser)
  } catch (error) {
    throw error instanceof AppError ? error : Object.assign(invalid(notMultipart), { cause: error })
  }
}

const notMultipart = 'The body must be a valid multipart form.'

function createParser(contentType: string, { filesMax, fileBytesMax }: MultipartLimits) {
  if (!/^multipart\/form-data\b/i.test(contentType)) throw invalid(notMultipart)
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        files: filesMax,
        fileSize: fileBytesMax,
        fields: multipartFields.countMax,
        fieldSize: multipartFields.bytesMax,
        parts: filesMax + multipartFields.countMax,
        headerPairs: 10,
        headerSize: 2_048,
      },
    })
  } catch {
    throw invalid(notMultipart)
  }
}
