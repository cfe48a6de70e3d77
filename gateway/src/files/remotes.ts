import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RegisteredRemote, RemoteDescriptor } from '@cascade/contracts/gateway'
import { type Logger, sleep } from '@cascade/service-kit'
import type { GatewayContext } from '../request/context'
import type { ServeFile } from './file-server'
import { createVerifiedFiles, remoteAt } from './verified-remote'

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
      // Browsers do not need the hashes, which are as long as the rest of their first page's descriptors.
      const { files: _hashes, ...descriptor } = await source.readDescriptor()
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
  /** @throws Error when `remote.json` is missing or invalid */
  readDescriptor(): Promise<RemoteDescriptor>
}

/** Creates sources by location: the folder of a build, or the URL that serves the remote. */
export function createRemoteSources(serveFile: ServeFile, logger: Logger): (location: string) => RemoteSource {
  const verified = createVerifiedFiles()
  return location =>
    /^https?:\/\//.test(location) ? remoteAt(location, verified, logger) : remoteIn(location, serveFile)
}

function remoteIn(folder: string, serveFile: ServeFile): RemoteSource {
  return {
    serve: (c, path) => serveFile(c, folder, path),
    readDescriptor: async () => RemoteDescriptor.parse(JSON.parse(await readFile(join(folder, 'remote.json'), 'utf8'))),
  }
}
