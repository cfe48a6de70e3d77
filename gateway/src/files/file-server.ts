import type { Stats } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { GatewayContext } from '../request/context'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.ts': 'text/plain; charset=utf-8',
  '.pdf': 'application/pdf',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
}

export const typeOf = (path: string): string | undefined => types[extname(path)]

const hashedName = /(?:^|\/)static\/.+\.[0-9a-f]{8,}\.[A-Za-z0-9.]+$/

export const cacheControlOf = (path: string) =>
  hashedName.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'

/**
 * Relative path of a URL path below a folder.
 * @returns undefined unless each part is a plain file name: no leading dot, no encoding, no other separators
 */
export function filePathOf(rawPath: string): string | undefined {
  const parts = rawPath.split('/')
  return parts.every(part => /^[\w@~-][\w@~.-]*$/.test(part)) ? parts.join('/') : undefined
}

export type ServeFile = (c: GatewayContext, folder: string, path: string) => Promise<Response | undefined>

/** Serves files, as their `.br` or `.gz` variant if the client accepts it; undefined if there is no such file. */
export function createFileServer(cache: FileCache): ServeFile {
  return async (c, folder, path) => {
    const type = typeOf(path)
    const original = type && (await statFile(join(folder, path)))
    if (!type || !original) return undefined
    const found = await chooseVariant(join(folder, path), original, c.req.header('accept-encoding') ?? '')
    const etag = `"${found.size.toString(36)}-${found.mtimeMs.toString(36)}${found.suffix}"`
    c.header('cache-control', cacheControlOf(path))
    c.header('etag', etag)
    c.header('vary', 'accept-encoding')
    if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304)
    c.header('content-type', type)
    if (found.encoding) c.header('content-encoding', found.encoding)
    return c.body(await cache.read(found.path, found))
  }
}

type Variant = { path: string; suffix: string; encoding: string | undefined; size: number; mtimeMs: number }

async function chooseVariant(path: string, original: Stats, accepted: string): Promise<Variant> {
  for (const [encoding, suffix] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    if (!accepts(accepted, encoding)) continue
    const found = await statFile(path + suffix)
    // A variant older than its original belongs to an earlier build.
    if (found && found.mtimeMs >= original.mtimeMs) {
      return { path: path + suffix, suffix, encoding, size: found.size, mtimeMs: found.mtimeMs }
    }
  }
  return { path, suffix: '', encoding: undefined, size: original.size, mtimeMs: original.mtimeMs }
}

export function accepts(header: string, encoding: string): boolean {
  return header.split(',').some(part => {
    const [name, ...parameters] = part.trim().split(/\s*;\s*/)
    return name === encoding && !parameters.some(parameter => /^q=0(\.0*)?$/.test(parameter))
  })
}

async function statFile(path: string): Promise<Stats | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() ? found : undefined
}

export const matchesEtag = (header: string | undefined, etag: string) =>
  header?.split(',').some(part => part.trim().replace(/^W\//, '') === etag) === true

type CachedFile = { size: number; mtimeMs: number; content: Uint8Array<ArrayBuffer> }
type FileCache = ReturnType<typeof createFileCache>

const cacheBytesMax = 64 * 1024 * 1024
/** Keeps one large file from evicting all others. */
const fileBytesMax = 8 * 1024 * 1024

/** Contents of recently used files, up to 64 MB; changed files are read again. */
export function createFileCache() {
  const files = new Map<string, CachedFile>()
  let cachedBytes = 0

  function drop(path: string) {
    cachedBytes -= files.get(path)?.size ?? 0
    files.delete(path)
  }

  return {
    async read(path: string, { size, mtimeMs }: { size: number; mtimeMs: number }): Promise<Uint8Array<ArrayBuffer>> {
      const before = files.get(path)
      drop(path)
      const isCurrent = before && before.size === size && before.mtimeMs === mtimeMs
      const content = isCurrent ? before.content : new Uint8Array(await readFile(path))
      if (content.length !== size || size > fileBytesMax) return content
      // Insert last: the first entry is the least recently used. A concurrent read may have added it.
      drop(path)
      files.set(path, { size, mtimeMs, content })
      cachedBytes += size
      for (const oldest of files.keys()) {
        if (cachedBytes <= cacheBytesMax) break
        drop(oldest)
      }
      return content
    },
    cachedBytes: () => cachedBytes,
  }
}
