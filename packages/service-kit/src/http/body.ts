import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { issueText, type MultipartLimits, multipartFields, refusals, type UploadedFile } from '@cascade/contracts'
import Busboy from '@fastify/busboy'
import type { Context } from 'hono'
import type { z } from 'zod'
import { AppError, invalid, tooLarge, tooMany } from '../base/errors'

/** JSON bodies, and everything that is read as a whole before it is understood. */
export const jsonLimitBytes = 256 * 1024

/**
 * The JSON body of a request. An absent body is an empty object: deletes and toggles carry none.
 * @throws AppError VALIDATION when the content type or the text is not JSON.
 */
export async function readJson(c: Pick<Context, 'req'>): Promise<unknown> {
  return parseJson(await c.req.text(), c.req.header('content-type'))
}

/** @throws AppError VALIDATION when the content type or the text is not JSON, or a string holds half a character. */
export function parseJson(text: string, contentType = ''): unknown {
  if (text === '') return {}
  if (!/^application\/json\b/i.test(contentType)) throw invalid('The body must be JSON.')
  try {
    return /\\u[dD][89a-fA-F]/.test(text) ? JSON.parse(text, requireWhole) : JSON.parse(text)
  } catch (error) {
    throw error instanceof AppError ? error : invalid('The body is not valid JSON.')
  }
}

/** A lone surrogate is no character: the database, hashes and the log would each make something else of it. */
function requireWhole(key: string, value: unknown): unknown {
  const texts = typeof value === 'string' ? [key, value] : [key]
  if (texts.some(text => /\p{Cs}/u.test(text))) throw invalid('The body contains half a character (a lone surrogate).')
  return value
}

/**
 * Parses input of a request.
 * @throws AppError VALIDATION whose message is the first fault's text and whose `errors` names every field once.
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input, { error: issueText })
  if (result.success) return result.data
  // A map: a field may be called `constructor`.
  const errors = new Map<string, string>()
  for (const issue of result.error.issues) {
    for (const name of issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')]) {
      if (!errors.has(name)) errors.set(name, issue.message)
    }
  }
  const [first] = errors.values()
  throw new AppError('VALIDATION', first ?? refusals.validation, { errors: Object.fromEntries(errors) })
}

/** What all uploads of a process may hold at once; beyond it the next one waits for its turn at the caller's. */
const processLimitBytes = 128 * 1024 * 1024
let heldBytes = 0

type Values = Record<string, unknown>

/**
 * Reads a multipart body while it arrives. A name that stands in it several times becomes a list; whatever passes a
 * limit ends the reading at once.
 * @param use what is done with the fields and files; their memory counts until it is over
 * @throws AppError TOO_LARGE, VALIDATION when it is no multipart body, TOO_MANY_REQUESTS when too much is held already
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
    hold(bytes: number) {
      if (heldBytes + bytes > processLimitBytes) throw tooMany()
      heldBytes += bytes
      ownBytes += bytes
    },
    release() {
      heldBytes -= ownBytes
      ownBytes = 0
    },
    values: (): Values =>
      Object.fromEntries([...parts].map(([name, values]) => [name, values.length === 1 ? values[0] : values])),
  }
}
type Collector = ReturnType<typeof createCollector>

async function collect(request: Request, limits: MultipartLimits, body: Collector) {
  const parser = createParser(request.headers.get('content-type') ?? '', limits)
  const refuse = (error: unknown) => parser.destroy(error instanceof Error ? error : invalid(notMultipart))
  const attempt = (work: () => void) => {
    try {
      work()
    } catch (error) {
      refuse(error)
    }
  }
  let textBytes = 0
  parser.on('field', (name, value, nameTruncated, valueTruncated) =>
    attempt(() => {
      textBytes += value.length
      if (nameTruncated || valueTruncated || textBytes > multipartFields.maxTotalBytes) throw tooLarge()
      body.add(name, value)
    }),
  )
  parser.on('file', (name, stream, fileName, _encoding, mediaType) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => attempt(() => body.hold(chunk.length) ?? chunks.push(chunk)))
    stream.on('limit', () => refuse(tooLarge()))
    stream.on('error', refuse)
    stream.on('end', () => {
      const file: UploadedFile = { fileName: fileName ?? '', mediaType, bytes: Buffer.concat(chunks.splice(0)) }
      body.add(name, file)
    })
  })
  for (const event of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(event, () => refuse(tooLarge()))
  try {
    await pipeline(request.body ? Readable.fromWeb(request.body as ReadableStream) : Readable.from([]), parser)
  } catch (error) {
    throw error instanceof AppError ? error : Object.assign(invalid(notMultipart), { cause: error })
  }
}

const notMultipart = 'The body must be a valid multipart form.'

function createParser(contentType: string, { maxFiles, maxFileBytes }: MultipartLimits) {
  if (!/^multipart\/form-data\b/i.test(contentType)) throw invalid(notMultipart)
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        files: maxFiles,
        fileSize: maxFileBytes,
        fields: multipartFields.maxCount,
        fieldSize: multipartFields.maxBytes,
        parts: maxFiles + multipartFields.maxCount,
        headerPairs: 10,
        headerSize: 2_048,
      },
    })
  } catch {
    throw invalid(notMultipart)
  }
}

/** The version of an object as it travels in `ETag` and `If-Match`. */
export const etagOf = ({ version }: { version: number }) => `"${version}"`

/** Proxies weaken a tag and append the encoding: `W/"2"`, `"2-gzip"`, `"2--br"`, `"2;gzip"`, `"2"-gzip`. */
const versionTag = /^(?:W\/)?"(\d{1,15})(?:[^a-z0-9\s",]+[a-z][^\s",]*)?"(?:-[a-z]+)?$/i

/**
 * The version that a stale edit was made on; undefined where the caller has read the current one, or does not say.
 * @throws AppError VALIDATION for a tag that names no version
 */
export function staleVersionOf(ifMatch: string | undefined, { version }: { version: number }): number | undefined {
  if (ifMatch === undefined || ifMatch === '*') return undefined
  const tags = ifMatch.split(',').flatMap(tag => tag.trim() || [])
  const versions = tags.map(tag => Number(versionTag.exec(tag)?.[1] ?? Number.NaN))
  if (versions.length === 0 || versions.some(Number.isNaN)) {
    throw invalid('If-Match is not valid: send the ETag with which the object was read, such as "2".')
  }
  return versions.includes(version) ? undefined : Math.max(...versions)
}
