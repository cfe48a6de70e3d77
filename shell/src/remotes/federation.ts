import { loadOncePerAttempt } from '@cascade/ui-kit'
import type { RegisteredRemote, RemoteModule } from '@cascade/web-kit'
import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime'
import type { RemoteLoader } from './remote-loader'
import { remoteTimeoutPlugin } from './remote-timeout-plugin'
import { readRemotes } from './remotes-query'

registerPlugins([remoteTimeoutPlugin])

const registered = new Map<string, RegisteredRemote>()
const loads = new Map<string, (attempt: number) => Promise<RemoteModule>>()
const failedIds = new Set<string>()

/** Provided by the shell although only remotes use forms and sorting. */
const kits = {
  data: () => import('@cascade/ui-kit/data'),
  forms: () => import('@cascade/ui-kit/forms'),
  sort: () => import('@cascade/ui-kit/sort'),
}

/** A global variable; see `defineRemote`. */
const federatedName = (id: string) => `mf_${id.replaceAll('-', '_')}`

/** Loads remotes by Module Federation; they are known only at run time. */
export const federatedRemotes: RemoteLoader = {
  register: remotes => {
    const added = remotes.filter(remote => !registered.has(remote.id))
    for (const remote of added) {
      registered.set(remote.id, remote)
      loads.set(
        remote.id,
        loadOncePerAttempt(attempt => loadModule(remote, attempt)),
      )
    }
    registerRemotes(added.map(remote => toRemoteConfig(remote)))
  },
  load: (id, attempt) => loads.get(id)?.(attempt) ?? Promise.reject(new Error(`No remote is called ${id}`)),
  preload: id =>
    void loads
      .get(id)?.(0)
      .catch(() => undefined),
}

async function loadModule(remote: RegisteredRemote, attempt: number): Promise<RemoteModule> {
  // The shell must provide all shared modules before a remote can offer a copy.
  const shared = kits.data()
  if (failedIds.has(remote.id)) await registerAgain(remote, attempt)
  try {
    const [module] = await Promise.all([
      loadRemote<{ default: RemoteModule }>(`${federatedName(remote.id)}/remote`),
      shared,
    ])
    if (!module?.default || module.default.id !== remote.id) throw new Error(`${remote.title} is not a remote`)
    failedIds.delete(remote.id)
    return module.default
  } catch (error) {
    failedIds.add(remote.id)
    throw error
  }
}

/**
 * With a new URL: the browser queues a request to the same URL behind the pending one, and another build may be
 * deployed.
 */
async function registerAgain(remote: RegisteredRemote, attempt: number) {
  const remotes = await readRemotes().catch((): RegisteredRemote[] => [])
  const present = remotes.find(({ id }) => id === remote.id) ?? remote
  registerRemotes([toRemoteConfig(present, `?attempt=${attempt}`)], { force: true })
}

function toRemoteConfig({ id, entry }: RegisteredRemote, query = '') {
  const name = federatedName(id)
  const isManifest = entry.endsWith('.json')
  return { name, entry: entry + query, ...(isManifest ? {} : { type: 'global' as const, entryGlobalName: name }) }
}
