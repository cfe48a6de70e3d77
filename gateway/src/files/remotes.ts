import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { domainNames, findMisfits, offerOf } from '@cascade/contracts'
import { type RegisteredRemote, RemoteDescriptor } from '@cascade/contracts/gateway'
import { type Logger, sleep } from '@cascade/service-kit'
import { z } from 'zod'
import type { GatewayContext } from '../request/context'
import { claimAddresses } from './addresses'
import type { ServeFile } from './file-server'
import { type createVerifiedFiles, remoteAt } from './verified-remote'

/** Remotes of the suite, which have their addresses before all others. */
const ownIds: readonly string[] = domainNames

export type RemoteRegistry = ReturnType<typeof createRemoteRegistry>

const freshMs = 2_000
/** The first page waits for `/remotes.json`, so a hanging remote must not delay it. */
const waitMsMax = 700

type RemoteState = {
  remote?: RegisteredRemote
  checkedAt: number
  reading?: Promise<void> | undefined
  /** Logged already, so that each is logged once. */
  problem?: string | undefined
}

/**
 * Descriptors for `/remotes.json`, read from the remotes, ours first. A remote that goes away stays listed, so that its
 * menu entry shows an error with Retry; one never seen is left out. Of two that claim an address the first has it;
 * remotes of other teams wait until all of ours have been read.
 * @param services ids of services of other teams
 */
export function createRemoteRegistry(
  sources: ReadonlyMap<string, RemoteSource>,
  options: { logger: Pick<Logger, 'warn'>; services?: readonly string[] },
) {
  const { logger, services = [] } = options
  const states = new Map<string, RemoteState>([...sources.keys()].map(name => [name, { checkedAt: 0 }]))
  let offer: ReturnType<typeof offerOf> | undefined
  /** Built at the first use: describing every call takes half a second. */
  const readOffer = () => {
    offer ??= offerOf(services)
    return offer
  }

  /** One sentence for each thing that the suite lacks for a remote. */
  const misfitsOf = ({ needs }: RemoteDescriptor) => (needs ? findMisfits(needs, readOffer()) : [])

  async function refresh(name: string, source: RemoteSource, entry: RemoteState) {
    try {
      const found = await source.readDescriptor()
      if (!found) return
      // Browsers do not need the hashes, which are as long as the rest of their first page's descriptors.
      const { files: _hashes, needs: _needs, ...descriptor } = found
      if (descriptor.id !== name) throw new Error(`its id is ${descriptor.id}`)
      const misfits = misfitsOf(found)
      const entryPath = `/mf/${name}/${descriptor.entry ?? 'mf-manifest.json'}`
      entry.remote = { ...descriptor, entry: entryPath, ...(misfits.length > 0 && { outdated: true }) }
      noteProblem(name, entry, misfits.length > 0 ? `needs an update: ${misfits.join(' ')}` : undefined)
    } catch (error) {
      noteProblem(name, entry, `could not be read: ${explain(error)}`)
    }
    entry.checkedAt = Date.now()
  }

  function noteProblem(remote: string, entry: RemoteState, problem: string | undefined) {
    if (problem !== undefined && problem !== entry.problem)
      logger.warn({ remote }, `remote.json of ${remote} ${problem}`)
    entry.problem = problem
  }

  const claim = claimAddresses((remote, address, owner) =>
    logger.warn({ remote }, `remote.json of ${remote} claims ${address}, which belongs to ${owner}: left out`),
  )

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
      const remotes = [...states.values()].flatMap(({ remote }) => (remote ? [remote] : []))
      const isComplete = ownIds.every(id => !sources.has(id) || states.get(id)?.remote !== undefined)
      return claim(isComplete ? remotes : remotes.filter(({ id }) => ownIds.includes(id)))
    },
    readOffer,
    misfitsOf,
    problemOf: (name: string) => states.get(name)?.problem,
    /** The next reader gets what the remote has now. */
    expire(name: string): void {
      const entry = states.get(name)
      if (entry) entry.checkedAt = 0
    },
  }
}

export type RemoteSource = {
  /**
   * @returns undefined when there is no such file
   * @throws AppError UNAVAILABLE when the remote cannot be reached
   */
  serve(c: GatewayContext, path: string): Promise<Response | undefined>
  /** @returns undefined while no version is accepted @throws Error when `remote.json` is missing or invalid */
  readDescriptor(): Promise<RemoteDescriptor | undefined>
}

/** Creates sources of our remotes by location: the folder of a build, or the URL that serves the remote. */
export function createRemoteSources(
  serveFile: ServeFile,
  verified: ReturnType<typeof createVerifiedFiles>,
  logger: Logger,
): (location: string) => RemoteSource {
  return location =>
    /^https?:\/\//.test(location) ? remoteAt(location, verified, logger) : remoteIn(location, serveFile)
}

function remoteIn(folder: string, serveFile: ServeFile): RemoteSource {
  return {
    serve: (c, path) => serveFile(c, folder, path),
    readDescriptor: async () => RemoteDescriptor.parse(JSON.parse(await readFile(join(folder, 'remote.json'), 'utf8'))),
  }
}

export function explain(error: unknown): string {
  if (error instanceof z.ZodError)
    return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  return error instanceof Error ? error.message : String(error)
}
