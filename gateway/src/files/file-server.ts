import type { Stats } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { GatewayContext } from '../request/context'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/** A build gives such a file a new name whenever its content changes. */
const hashedName = /(?:^|\/)static\/.+\.[0-9a-f]{8,}\.[A-Za-z0-9.]+$/

export const cacheControlOf = (path: string) =>
  hashedName.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'

/**
 * The relative path that an address below a folder names.
 * @returns undefined unless each part is a plain file name: no dots at the start, no encoding, no other separators
 */
export function filePathOf(rawPath: string): string | undefined {
  const parts = rawPath.split('/')
  return parts.every(part => /^[\w@~-][\w@~.-]*$/.test(part)) ? parts.join('/') : undefined
}

/**
 * Answers a file of a folder, as its `.br` or `.gz` sibling where the caller takes that.
 * @returns undefined when there is none
 */
export async function serveFile(c: GatewayContext, folder: string, path: string): Promise<Response | undefined> {
  const type = types[extname(path)]
  const original = type && (await statFile(join(folder, path)))
  if (!type || !original) return undefined
  const found = await chooseVariant(join(folder, path), original, c.req.header('accept-encoding') ?? '')
  const etag = `"${found.size.toString(36)}-${found.mtimeMs.toString(36)}${found.suffix}"`
  c.header('cache-control', cacheControlOf(path))
  c.header('etag', etag)
  c.header('vary', 'accept-encoding')
  if (matches(c.req.header('if-none-match'), etag)) return c.body(null, 304)
  c.header('content-type', type)
  if (found.encoding) c.header('content-encoding', found.encoding)
  return c.body(new Uint8Array(await readFile(found.path)))
}

type Variant = { path: string; suffix: string; encoding: string | undefined; size: number; mtimeMs: number }

async function chooseVariant(path: string, original: Stats, accepted: string): Promise<Variant> {
  for (const [encoding, suffix] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    if (!accepts(accepted, encoding)) continue
    const found = await statFile(path + suffix)
    // One that is older than its original belongs to an earlier build.
    if (found && found.mtimeMs >= original.mtimeMs) {
      return { path: path + suffix, suffix, encoding, size: found.size, mtimeMs: found.mtimeMs }
    }
  }
  return { path, suffix: '', encoding: undefined, size: original.size, mtimeMs: original.mtimeMs }
}

function accepts(header: string, encoding: string): boolean {
  return header.split(',').some(part => {
    const [name, ...parameters] = part.trim().split(/\s*;\s*/)
    return name === encoding && !parameters.some(parameter => /^q=0(\.0*)?$/.test(parameter))
  })
}

async function statFile(path: string): Promise<Stats | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() ? found : undefined
}

const matches = (header: string | undefined, etag: string) =>
  header?.split(',').some(part => part.trim().replace(/^W\//, '') === etag) === true
