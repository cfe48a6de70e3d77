import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { type ErrorBody, errorTexts } from '@cascade/contracts'
import { RemoteDescriptor } from '@cascade/contracts/gateway'
import { busy, type Logger, notFound } from '@cascade/service-kit'
import { requestUpstream } from '../proxy/upstream'
import type { GatewayContext } from '../request/context'
import { createThrottledLog } from '../telemetry/throttled-log'
import { accepts, cacheControlOf, matchesEtag, typeOf } from './file-server'

const timeoutMs = 5_000
const fileBytesMax = 8 * 1024 * 1024
const cacheBytesMax = 32 * 1024 * 1024
/** Of this and earlier builds, whose pages may be open. */
const listedMax = 5_000
const freshMs = 2_000

export type VerifiedFiles = ReturnType<typeof createVerifiedFiles>

/** Gzipped contents by hash, up to 32 MB of the most recently used ones. */
export function createVerifiedFiles() {
  const files = new Map<string, Buffer>()
  let cachedBytes = 0

  function take(hash: string): Buffer | undefined {
    const content = files.get(hash)
    cachedBytes -= content?.length ?? 0
    files.delete(hash)
    return content
  }

  function put(hash: string, content: Buffer) {
    take(hash)
    files.set(hash, content)
    cachedBytes += content.length
    for (const oldest of files.keys()) {
      if (cachedBytes <= cacheBytesMax) break
      take(oldest)
    }
  }

  return {
    /** @throws whatever `read` throws, and caches nothing then */
    async read(hash: string, read: () => Promise<Buffer>): Promise<Buffer> {
      const content = take(hash) ?? (await promisify(gzip)(await read()))
      put(hash, content)
      return content
    },
    cachedBytes: () => cachedBytes,
  }
}

class NotVerified extends Error {}

/**
 * A remote on another host. The browser runs its files with the rights of our own, so only files that match the hashes
 * of a `remote.json` are served.
 */
export function remoteAt(address: string, verified: VerifiedFiles, logger: Pick<Logger, 'error'>) {
  const base = address.endsWith('/') ? address : `${address}/`
  const listed = new Map<string, string>()
  const logMismatch = createThrottledLog(logger, 'file of a remote does not match its remote.json: not served')
  let readAt = 0

  const request = (path: string) =>
    requestUpstream({
      url: new URL(path, base),
      method: 'GET',
      headers: { 'accept-encoding': 'identity' },
      timeoutMs,
    })

  async function readDescriptor() {
    readAt = Date.now()
    const answer = await request('remote.json')
    const text = (await readLimited(answer)).toString('utf8')
    if (answer.statusCode !== 200) throw new Error(`${address} answered ${answer.statusCode} for remote.json`)
    const descriptor = RemoteDescriptor.parse(JSON.parse(text))
    if (!descriptor.files) throw new Error(`remote.json of ${address} lists no files: build it again`)
    for (const [path, hash] of Object.entries(descriptor.files)) {
      listed.delete(path)
      listed.set(path, hash)
    }
    for (const oldest of listed.keys()) {
      if (listed.size <= listedMax) break
      listed.delete(oldest)
    }
    return descriptor
  }

  /** Also reads `remote.json` again: another gateway may have listed the build, or this one has restarted. */
  async function hashOf(path: string) {
    if (!listed.has(path) && Date.now() - readAt >= freshMs) await readDescriptor().catch(() => undefined)
    return listed.get(path)
  }

  async function readFile(path: string, hash: string): Promise<Buffer> {
    const answer = await request(path)
    const status = answer.statusCode ?? 0
    const content = await readLimited(answer)
    if (status !== 200) throw status < 500 ? notFound() : busy()
    const actual = `sha256-${createHash('sha256').update(content).digest('base64')}`
    if (actual === hash) return content
    logMismatch({ remote: address, path, expected: hash, actual })
    throw new NotVerified()
  }

  return {
    readDescriptor,
    async serve(c: GatewayContext, path: string) {
      const type = typeOf(path)
      const hash = type && (await hashOf(path))
      if (!hash) return undefined
      const isGzipped = accepts(c.req.header('accept-encoding') ?? '', 'gzip')
      const etag = `"${hash.slice('sha256-'.length, 30)}${isGzipped ? '.gz' : ''}"`
      c.header('vary', 'accept-encoding')
      const isCurrent = matchesEtag(c.req.header('if-none-match'), etag)
      const content = isCurrent ? undefined : await verified.read(hash, () => readFile(path, hash)).catch(toUnverified)
      if (content === 'unverified') return reject(c)
      c.header('cache-control', cacheControlOf(path))
      c.header('etag', etag)
      if (!content) return c.body(null, 304)
      c.header('content-type', type)
      if (isGzipped) c.header('content-encoding', 'gzip')
      return c.body(new Uint8Array(isGzipped ? content : await promisify(gunzip)(content)))
    },
  }
}

function toUnverified(error: unknown): 'unverified' {
  if (error instanceof NotVerified) return 'unverified'
  throw error
}

function reject(c: GatewayContext): Response {
  const { unavailable: message } = errorTexts
  const requestId = c.get('requestId')
  c.header('cache-control', 'no-store')
  const body: ErrorBody = { success: false, code: 'UNAVAILABLE', reason: 'FILE_NOT_VERIFIED', message, requestId }
  return c.json(body, 502)
}

/** @throws AppError UNAVAILABLE for a truncated response, or one above 8 MB */
async function readLimited(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > fileBytesMax) throw new Error('larger than 8 MB')
      chunks.push(chunk)
    }
  } catch (error) {
    throw busy(1, 'SERVICE_AWAY', error)
  }
  return Buffer.concat(chunks)
}
