import { cacheFolder } from '../cache'
import { findTool, install } from '../tools'
import { cachedBinary } from './installed-nats'
import type { NatsProvider } from './provider'

/** Builds the server once with Go, about 30 s. */
export const goNats: NatsProvider = async log => {
  const go = await findTool('go')
  if (!go) return 'no Go toolchain to build it'
  const failure = await install({
    label: 'Building the message server NATS (once, about 30 s)',
    command: go,
    args: ['install', 'github.com/nats-io/nats-server/v2@v2.11.4'],
    env: { GOBIN: cacheFolder('bin'), GOFLAGS: '' },
    timeoutMs: 10 * 60_000,
    log,
  })
  return failure ?? { binary: cachedBinary }
}
