import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { domains, gatewayPort, remoteRoom, serviceRoom } from '@cascade/config/domains'
import { buildRooms } from '../build/build-rooms'
import { explain } from '../explain'
import { builtRooms, roomFolder } from '../rooms'
import { type Suite, type SuiteOptions, startSuite } from '../suite/suite'
import { startScreens } from './screens'
import { watchServices } from './watch-services'

/**
 * The suite with reload: services start again when their sources change, screens change in the open page.
 * `names` are the domains worked on; none means all. The other remotes come from their builds, through the gateway.
 */
export async function startDevelopment(options: SuiteOptions, names: readonly string[]): Promise<Suite> {
  const log = options.logs ?? (() => undefined)
  const chosen = names.length === 0 ? domains : names.map(domainNamed)
  const watchedRooms = [...chosen.map(serviceRoom), 'gateway']
  await buildRooms({ rooms: await roomsToBuild(watchedRooms, chosen.map(remoteRoom)), log: options.progress })

  const restarts = new Map<string, Promise<void>>()
  let suite: Suite | undefined
  const services = await watchServices(watchedRooms, log, room => {
    const previous = restarts.get(room) ?? Promise.resolve()
    const next = previous.then(() => suite?.processes[room]?.restart()).catch(error => log(explain(error)))
    restarts.set(room, next)
    options.progress?.(`${room} has changed and starts again`)
  })
  try {
    suite = await startSuite({ ...options, build: false })
    const remotes = chosen.map(domain => ({ room: remoteRoom(domain), port: domain.devPort }))
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

/** Watched services are built by their watcher; a screen with a development server needs a build only once. */
async function roomsToBuild(watched: readonly string[], developed: readonly string[]): Promise<string[]> {
  const others = builtRooms.filter(room => !watched.includes(room))
  const needed = await Promise.all(
    others.map(async room => {
      const served = room === 'shell' || developed.includes(room)
      return !(served && (await exists(join(roomFolder(room), 'dist'))))
    }),
  )
  return others.filter((_room, index) => needed[index])
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
