import { RemotesDocument } from '@cascade/contracts/gateway'
import { setBusinessZone } from '@cascade/ui-kit'
import { loadEventually, networkError } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'
import { useManual } from '../palette/palette-state'
import type { RemoteLoader } from './remote-loader'

/** The deployed remotes with their menu entries; also registers them with `loader`. */
export const remotesQuery = (loader: RemoteLoader) =>
  queryOptions({
    queryKey: ['remotes'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const remotes = await readRemotes(signal)
      loader.register(remotes)
      // Most pages have none, and the first list must not wait for their code.
      if (remotes.some(({ cards, actions }) => cards ?? actions))
        void loadEventually(() => import('./extensions')).then(({ provideExtensions }) =>
          provideExtensions(remotes, loader),
        )
      return remotes
    },
  })

/**
 * Reads `/remotes.json`. It also sets the business zone and the manual's address, and enables tracing.
 * @throws ApiError when the gateway does not respond
 */
export async function readRemotes(signal?: AbortSignal): Promise<RemotesDocument['remotes']> {
  const response = await fetch('/remotes.json', { signal: signal ?? null, cache: 'no-cache' }).catch(
    (cause: unknown) => {
      throw networkError(cause)
    },
  )
  if (!response.ok) throw networkError(new Error(`/remotes.json answered ${response.status}`))
  const { remotes, zone, manual, traces } = RemotesDocument.parse(await response.json())
  if (zone) setBusinessZone(zone)
  useManual.setState({ address: manual })
  if (traces) void loadEventually(() => import('../vitals/report-traces')).then(({ reportTraces }) => reportTraces())
  return remotes
}
