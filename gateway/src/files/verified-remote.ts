import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
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
/** For one whole file. */
const totalMsMax = 20_000
const fileBytesMax = 8 * 1024 * 1024
const cacheBytesMax = 32 * 1024 * 1024
/** Hashes of this build and of earlier ones, whose pages may still be open. */
const listedMax = 5_000
const freshMs = 2_000

/** Gzipped files by hash, up to 32 MB of the most recently used ones. */
export function createVerifiedFiles() {
  const files = new Map<string, Buffer>()
  let cachedBytes = 0

  function take(hash: string): Buffer | undefined {
    const content = files.get(hash)
    cachedBytes -= content?.length ?? 0
    files.delete(hash)
    return content
  }

  return {
    /** Undefined, and nothing cached, if `read` returns undefined. */
    async read(hash: string, read: () => Promise<Buffer | undefined>): Promise<Buffer | undefined> {
      let content = take(hash)
      if (!content) {
        const plain = await read()
        if (!plain) return undefined
        content = await promisify(gzip)(plain)
        // A concurrent read may have added it.
        take(hash)
      }
      files.set(hash, content)
      cachedBytes += content.length
      for (const oldest of files.keys()) {
        if (cachedBytes <= cacheBytesMax) break
        take(oldest)
      }
      return content
    },
  }
}

/**
 * Files of a remote on another host. The browser runs them with the rights of our own, so only files that match listed
 * hashes are served.
 * @param onFailure called with the path of a file that is listed and cannot be served
 */
export function createSite(
  address: string,
  verified: ReturnType<typeof createVerifiedFiles>,
  logger: Pick<Logger, 'error'>,
  onFailure: (path: string) => void = () => undefined,
) {
  const base = address.endsWith('/') ? address : `${address}/`
  const hashes = new Map<string, string>()
  const logMismatch = createThrottledLog(logger, 'file of a remote does not match its remote.json: not served')

  async function request(path: string) {
    const headers = { 'accept-encoding': 'identity' }
    const signal = AbortSignal.timeout(totalMsMax)
    const url = new URL(path, base).href
    const { status, body } = await requestUpstream({ url, method: 'GET', headers, timeoutMs, signal })
    const content = await readLimited(body).catch((cause: unknown) => {
      throw busy(1, 'SERVICE_AWAY', cause)
    })
    if (status === 200) return content
    throw status < 500 ? notFound() : busy()
  }

  async function readVerified(path: string, expected: string) {
    const content = await request(path).catch((error: unknown) => {
      onFailure(path)
      throw error
    })
    const actual = `sha256-${createHash('sha256').update(content).digest('base64')}`
    if (actual === expected) return content
    onFailure(path)
    logMismatch({ remote: address, path, expected, actual })
    return undefined
  }

  return {
    request,
    /** Adds files to serve, in place of earlier ones at the same paths. */
    list(files: Readonly<Record<string, string>>): void {
      for (const [path, hash] of Object.entries(files)) {
        hashes.delete(path)
        hashes.set(path, hash)
      }
      for (const oldest of [...hashes.keys()].slice(0, -listedMax)) hashes.delete(oldest)
    },
    lists: (path: string) => hashes.has(path),
    async serve(c: GatewayContext, path: string): Promise<Response | undefined> {
      const type = typeOf(path)
      const hash = type && hashes.get(path)
      if (!hash) return undefined
      const isGzipped = accepts(c.req.header('accept-encoding') ?? '', 'gzip')
      const etag = `"${hash.slice('sha256-'.length, 30)}${isGzipped ? '.gz' : ''}"`
      const content = await verified.read(hash, () => readVerified(path, hash))
      if (!content) return rejectFile(c)
      c.header('cache-control', cacheControlOf(path))
      c.header('etag', etag)
      c.header('vary', 'accept-encoding')
      if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304)
      c.header('content-type', type)
      if (isGzipped) c.header('content-encoding', 'gzip')
      return c.body(new Uint8Array(isGzipped ? content : await promisify(gunzip)(content)))
    },
  }
}

/** A remote of the suite on another host: the hashes are those of its `remote.json`. */
export function remoteAt(
  address: string,
  verified: ReturnType<typeof createVerifiedFiles>,
  logger: Pick<Logger, 'error'>,
) {
  const site = createSite(address, verified, logger)
  let readAt = 0

  async function readDescriptor() {
    readAt = Date.now()
    const descriptor = RemoteDescriptor.parse(JSON.parse((await site.request('remote.json')).toString('utf8')))
    if (!descriptor.files) throw new Error(`remote.json of ${address} lists no files: build it again`)
    site.list(descriptor.files)
    return descriptor
  }

  return {
    readDescriptor,
    async serve(c: GatewayContext, path: string) {
      // Another gateway may have listed the build, or this one has restarted.
      if (!site.lists(path) && Date.now() - readAt >= freshMs) await readDescriptor().catch(() => undefined)
      return site.serve(c, path)
    },
  }
}

function rejectFile(c: GatewayContext): Response {
  const error = { code: 'UNAVAILABLE', reason: 'FILE_NOT_VERIFIED', message: errorTexts.unavailable } as const
  c.header('cache-control', 'no-store')
  return c.json({ success: false, ...error, requestId: c.get('requestId') } satisfies ErrorBody, 502)
}

/** @throws Error for a truncated response, or one above 8 MB */
async function readLimited(body: Buffer | Readable): Promise<Buffer> {
  if (Buffer.isBuffer(body)) return body
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > fileBytesMax) throw new Error('larger than 8 MB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
