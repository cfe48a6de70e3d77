import { loadOncePerAttempt } from '@cascade/ui-kit'
import type { RegisteredRemote, RemoteModule } from '@cascade/web-kit'
import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime'
import type { RemoteLoader } from './remote-loader'
import { remoteTimeoutPlugin } from './remote-timeout-plugin'
import { readRemotes } from './remotes-query'

registerPlugins([remoteTimeoutPlugin])

const known = new Map<string, RegisteredRemote>()
const loads = new Map<string, (attempt: number) => Promise<RemoteModule>>()
const failed = new Set<string>()

/** The shell provides only what it names: no screen of its own has a form or sorts anything, but those of remotes do. */
const kits = {
  data: () => import('@cascade/ui-kit/data'),
  forms: () => import('@cascade/ui-kit/forms'),
  sort: () => import('@cascade/ui-kit/sort'),
}

const federatedName = (id: string) => `mf_${id}`

/** Remotes by Module Federation, known at run time only. */
export const federatedRemotes: RemoteLoader = {
  register: remotes => {
    const added = remotes.filter(remote => !known.has(remote.id))
    for (const remote of added) {
      known.set(remote.id, remote)
      loads.set(
        remote.id,
        loadOncePerAttempt(attempt => loadModule(remote, attempt)),
      )
    }
    registerRemotes(added.map(remote => startOf(remote)))
  },
  load: (id, attempt) => loads.get(id)?.(attempt) ?? Promise.reject(new Error(`No remote is called ${id}`)),
  preload: id =>
    void loads
      .get(id)?.(0)
      .catch(() => undefined),
}

async function loadModule(remote: RegisteredRemote, attempt: number): Promise<RemoteModule> {
  // Everything shared must be the shell's own before a remote can offer a copy.
  const shared = kits.data()
  if (failed.has(remote.id)) await registerAgain(remote, attempt)
  try {
    const [module] = await Promise.all([
      loadRemote<{ default: RemoteModule }>(`${federatedName(remote.id)}/remote`),
      shared,
    ])
    if (!module?.default || module.default.id !== remote.id) throw new Error(`${remote.title} is not a remote`)
    failed.delete(remote.id)
    return module.default
  } catch (error) {
    failed.add(remote.id)
    throw error
  }
}

/** Under a new address: the browser makes a request to the old one wait, and another build may stand there by now. */
async function registerAgain(remote: RegisteredRemote, attempt: number) {
  const remotes = await readRemotes().catch((): RegisteredRemote[] => [])
  const present = remotes.find(({ id }) => id === remote.id) ?? remote
  registerRemotes([startOf(present, `?attempt=${attempt}`)], { force: true })
}

function startOf({ id, entry }: RegisteredRemote, query = '') {
  const name = federatedName(id)
  const isManifest = entry.endsWith('.json')
  return { name, entry: entry + query, ...(isManifest ? {} : { type: 'global' as const, entryGlobalName: name }) }
}
