import { type LaunchItem, launchApi, launchInternal } from '@cascade/contracts/gateway'
import type { InternalClient } from '@cascade/service-kit'
import type { GatewayEnv } from './env'
import type { OwnEndpoints } from './request/own-endpoints'

type Deps = {
  env: Pick<GatewayEnv, 'isProduction' | 'LOG_HEADS' | 'DOCS'>
  call: InternalClient
  urls: Readonly<Record<string, string>>
}

/** Open items before an installation goes live: settings of this process, and the state of svc-accounts. */
export function addLaunchEndpoint({ serve }: Pick<OwnEndpoints, 'serve'>, { env, call, urls }: Deps): void {
  const isDone: Partial<Record<LaunchItem, boolean>> = {
    heads: env.LOG_HEADS?.startsWith('s3:') ?? false,
    tls: Object.values(urls).every(url => url.startsWith('https:')),
    docs: env.DOCS === 'off',
  }
  const own = (Object.keys(isDone) as LaunchItem[]).filter(item => !isDone[item])
  serve(launchApi.list, async () => {
    if (!env.isProduction) return { data: [] }
    const { open, accepted } = await call(launchInternal.read, { body: {} })
    return { data: [...open, ...own].filter(item => !accepted.includes(item)) }
  })
}
