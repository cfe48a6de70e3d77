import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type RegisteredRemote, RemoteDescriptor } from '@cascade/contracts/gateway'
import { busy, type Logger, sleep } from '@cascade/service-kit'
import { readAll, requestUpstream } from '../proxy/upstream'
import type { GatewayContext } from '../request/context'
import { cacheControlOf, type ServeFile } from './file-server'

export type RemoteRegistry = ReturnType<typeof createRemoteRegistry>

const freshMs = 2_000
/** The first page waits for `/remotes.json`, so a hanging remote must not delay it. */
const waitMsMax = 700

type RemoteState = {
  remote?: RegisteredRemote
  checkedAt: number
  reading?: Promise<void> | undefined
  failed: boolean
}

/**
 * Descriptors for `/remotes.json`, read from the remotes. A remote that goes away stays listed, so that its menu entry
 * shows an error with Retry; one never seen is left out.
 */
export function createRemoteRegistry(sources: ReadonlyMap<string, RemoteSource>, logger: Logger) {
  const states = new Map<string, RemoteState>([...sources.keys()].map(name => [name, { checkedAt: 0, failed: false }]))

  async function refresh(name: string, source: RemoteSource, entry: RemoteState) {
    try {
      const descriptor = RemoteDescriptor.parse(JSON.parse(await source.readText('remote.json')))
      if (descriptor.id !== name) throw new Error(`its id is ${descriptor.id}`)
      entry.remote = { ...descriptor, entry: `/mf/${name}/${descriptor.entry ?? 'mf-manifest.json'}` }
      entry.failed = false
    } catch (error) {
      if (!entry.failed) logger.warn({ err: error, remote: name }, 'could not read remote.json')
      entry.failed = true
    }
    entry.checkedAt = Date.now()
  }

  return {
    async read(): Promise<RegisteredRemote[]> {
      const readings = [...sources].flatMap(([name, source]) => {
        const entry = states.get(name)
        if (!entry || Date.now() - entry.checkedAt < freshMs) return []
        entry.reading ??= refresh(name, source, entry).finally(() => {
          entry.reading = undefined
        })
        return [entry.reading]
      })
      if (readings.length > 0) await Promise.race([Promise.all(readings), sleep(waitMsMax)])
      return [...states.values()].flatMap(({ remote }) => (remote ? [remote] : []))
    },
  }
}

export type RemoteSource = {
  /**
   * @returns undefined when there is no such file
   * @throws AppError UNAVAILABLE when the remote cannot be reached
   */
  serve(c: GatewayContext, path: string): Promise<Response | undefined>
  readText(path: string): Promise<string>
}

const timeoutMs = 5_000
const requestHeaders = ['accept-encoding', 'if-none-match', 'if-modified-since'] as const
const responseHeaders = ['content-type', 'content-encoding', 'content-length', 'etag', 'last-modified', 'vary'] as const

/** @param location the folder of a build, or the URL that serves the remote */
export function createRemoteSource(location: string, serveFile: ServeFile): RemoteSource {
  return /^https?:\/\//.test(location) ? remoteAt(location) : remoteIn(location, serveFile)
}

function remoteIn(folder: string, serveFile: ServeFile): RemoteSource {
  return {
    serve: (c, path) => serveFile(c, folder, path),
    readText: path => readFile(join(folder, path), 'utf8'),
  }
}

function remoteAt(address: string): RemoteSource {
  const base = address.endsWith('/') ? address : `${address}/`
  const request = (path: string, headers: Record<string, string>) =>
    requestUpstream({ url: new URL(path, base), method: 'GET', headers, timeoutMs })
  return {
    async serve(c, path) {
      const headers = Object.fromEntries(
        requestHeaders.flatMap(name => {
          const value = c.req.header(name)
          return value === undefined ? [] : [[name, value]]
        }),
      )
      const answer = await request(path, headers)
      const status = answer.statusCode ?? 0
      if (status !== 200 && status !== 304) {
        answer.resume()
        if (status >= 500) throw busy()
        return undefined
      }
      for (const name of responseHeaders) {
        const value = answer.headers[name]
        if (value !== undefined) c.header(name, value)
      }
      c.header('cache-control', cacheControlOf(path))
      if (status === 304) {
        answer.resume()
        return c.body(null, 304)
      }
      return c.body(Readable.toWeb(answer) as ReadableStream<Uint8Array>)
    },
    async readText(path) {
      const answer = await request(path, {})
      const text = (await readAll(answer)).toString('utf8')
      if (answer.statusCode !== 200) throw new Error(`${address} answered ${answer.statusCode} for ${path}`)
      return text
    },
  }
}
