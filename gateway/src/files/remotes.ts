import { type RegisteredRemote, RemoteDescriptor, type RemotesDocument } from '@cascade/contracts/gateway'
import { type Logger, sleep } from '@cascade/service-kit'
import type { RemoteSource } from './remote-source'

export type RemoteRegistry = ReturnType<typeof createRemoteRegistry>

/** How long a descriptor is not asked for again. */
const freshMs = 2_000
/** `/remotes.json` is on the way to the first page: a hanging remote must not hold it up. */
const patienceMs = 700

type Known = { remote?: RegisteredRemote; checkedAt: number; reading?: Promise<void> | undefined; failed: boolean }

/**
 * `/remotes.json`: the descriptors that the remotes bring themselves. One that was seen stays listed when its remote
 * goes away, so that its menu entry shows the error with Retry; one that was never seen is left out.
 */
export function createRemoteRegistry(sources: ReadonlyMap<string, RemoteSource>, logger: Logger) {
  const known = new Map<string, Known>([...sources.keys()].map(name => [name, { checkedAt: 0, failed: false }]))

  async function refresh(name: string, source: RemoteSource, entry: Known) {
    try {
      const descriptor = RemoteDescriptor.parse(JSON.parse(await source.readText('remote.json')))
      if (descriptor.id !== name) throw new Error(`its id is ${descriptor.id}`)
      entry.remote = { ...descriptor, entry: `/mf/${name}/${descriptor.entry ?? 'mf-manifest.json'}` }
      entry.failed = false
    } catch (error) {
      if (!entry.failed) logger.warn({ err: error, remote: name }, 'remote.json cannot be read')
      entry.failed = true
    }
    entry.checkedAt = Date.now()
  }

  return {
    async read(): Promise<RemotesDocument> {
      const readings = [...sources].flatMap(([name, source]) => {
        const entry = known.get(name)
        if (!entry || Date.now() - entry.checkedAt < freshMs) return []
        entry.reading ??= refresh(name, source, entry).finally(() => {
          entry.reading = undefined
        })
        return [entry.reading]
      })
      if (readings.length > 0) await Promise.race([Promise.all(readings), sleep(patienceMs)])
      return { remotes: [...known.values()].flatMap(({ remote }) => (remote ? [remote] : [])) }
    },
  }
}
