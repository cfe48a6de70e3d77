import { cacheFolder } from '../cache'
import { findTool, isExecutable } from '../tools'
import type { NatsProvider } from './provider'

export const cachedBinary = cacheFolder('bin', 'nats-server')

/** The `nats-server` on the PATH, or the one an earlier start has installed. */
export const installedNats: NatsProvider = async () => {
  const onPath = await findTool('nats-server')
  if (onPath) return { binary: onPath }
  return (await isExecutable(cachedBinary)) ? { binary: cachedBinary } : 'no nats-server on the PATH'
}
