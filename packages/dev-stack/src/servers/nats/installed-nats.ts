import { cacheFolder } from '../cache'
import { findTool, isExecutable } from '../tools'
import type { NatsProvider } from './provider'

export const natsProgram = process.platform === 'win32' ? 'nats-server.exe' : 'nats-server'
export const cachedBinary = cacheFolder('bin', natsProgram)

/** The `nats-server` on the PATH, or the one an earlier start has installed. */
export const installedNats: NatsProvider = async () => {
  const onPath = await findTool(natsProgram)
  if (onPath) return { binary: onPath }
  return (await isExecutable(cachedBinary)) ? { binary: cachedBinary } : 'no nats-server on the PATH'
}
