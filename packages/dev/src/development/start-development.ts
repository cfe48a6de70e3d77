import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { buildPackages } from '../build/build-packages'
import { builtPackages, packageFolder } from '../build/packages'
import { domains, gatewayPort, remoteNameOf, serviceNameOf } from '../domains'
import { explain } from '../processes/explain'
import { type Suite, type SuiteOptions, startSuite } from '../suite/suite'
import { startScreens } from './screens'
import { watchServices } from './watch-services'

/**
 * Starts the suite with reload: services restart when their sources change, screens update in the open page.
 * @param names domains to develop, all if empty; other remotes are served from their builds by the gateway
 */
export async function startDevelopment(options: SuiteOptions, names: readonly string[]): Promise<Suite> {
  const log = options.logs ?? (() => undefined)
  const chosen = names.length === 0 ? domains : names.map(domainNamed)
  const watchedPackages = [...chosen.map(serviceNameOf), 'gateway']
  await buildPackages({
    packages: await packagesToBuild(watchedPackages, chosen.map(remoteNameOf)),
    log: options.progress,
  })

  const restarts = new Map<string, Promise<void>>()
  let suite: Suite | undefined
  const services = await watchServices(watchedPackages, log, pkg => {
    const previous = restarts.get(pkg) ?? Promise.resolve()
    const next = previous.then(() => suite?.processes[pkg]?.restart()).catch(error => log(explain(error)))
    restarts.set(pkg, next)
    options.progress?.(`${pkg} has changed and restarts`)
  })
  try {
    suite = await startSuite({ ...options, build: false })
    const remotes = chosen.map(domain => ({ pkg: remoteNameOf(domain), port: domain.devPort }))
    const screens = await startScreens(remotes, options.port || gatewayPort, log)
    const stopSuite = suite.stop
    const stop = async () => {
      await Promise.all([screens.stop(), services.stop()])
      await stopSuite()
    }
    return { ...suite, url: screens.url, stop }
  } catch (error) {
    await Promise.all([services.stop(), suite?.stop()])
    throw error
  }
}

function domainNamed(name: string) {
  const domain = domains.find(each => each.name === name)
  if (domain) return domain
  throw new Error(`There is no domain "${name}". Choose from: ${domains.map(each => each.name).join(', ')}.`)
}

/** Watchers build their own service; a screen with a development server needs a build only if it has none. */
async function packagesToBuild(watched: readonly string[], developed: readonly string[]): Promise<string[]> {
  const others = builtPackages.filter(pkg => !watched.includes(pkg))
  const needed = await Promise.all(
    others.map(async pkg => {
      const served = pkg === 'shell' || developed.includes(pkg)
      return !(served && (await exists(join(packageFolder(pkg), 'dist'))))
    }),
  )
  return others.filter((_name, index) => needed[index])
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
