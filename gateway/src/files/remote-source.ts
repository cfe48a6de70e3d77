import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { busy } from '@cascade/service-kit'
import { askUpstream, readAll } from '../calls/upstream'
import type { GatewayContext } from '../request/context'
import { cacheControlOf, serveFile } from './file-server'

/** Where the files of one remote come from. */
export type RemoteSource = {
  /** @returns undefined when there is no such file; @throws AppError UNAVAILABLE when the remote cannot be reached */
  serve(c: GatewayContext, path: string): Promise<Response | undefined>
  readText(path: string): Promise<string>
}

const timeoutMs = 5_000
const asked = ['accept-encoding', 'if-none-match', 'if-modified-since'] as const
const passed = ['content-type', 'content-encoding', 'content-length', 'etag', 'last-modified', 'vary'] as const

/** @param place the folder of a build, or the address that a remote is served from */
export function createRemoteSource(place: string): RemoteSource {
  return /^https?:\/\//.test(place) ? remoteAt(place) : remoteIn(place)
}

function remoteIn(folder: string): RemoteSource {
  return {
    serve: (c, path) => serveFile(c, folder, path),
    readText: path => readFile(join(folder, path), 'utf8'),
  }
}

function remoteAt(address: string): RemoteSource {
  const base = address.endsWith('/') ? address : `${address}/`
  const ask = (path: string, headers: Record<string, string>) =>
    askUpstream({ url: new URL(path, base), method: 'GET', headers, timeoutMs })
  return {
    async serve(c, path) {
      const headers = Object.fromEntries(
        asked.flatMap(name => {
          const value = c.req.header(name)
          return value === undefined ? [] : [[name, value]]
        }),
      )
      const answer = await ask(path, headers)
      const status = answer.statusCode ?? 0
      if (status !== 200 && status !== 304) {
        answer.resume()
        if (status >= 500) throw busy()
        return undefined
      }
      for (const name of passed) {
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
      const answer = await ask(path, {})
      const text = (await readAll(answer)).toString('utf8')
      if (answer.statusCode !== 200) throw new Error(`${address} answered ${answer.statusCode} for ${path}`)
      return text
    },
  }
}
