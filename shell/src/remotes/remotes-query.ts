import { RemotesDocument } from '@cascade/contracts/gateway'
import { noAnswer } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'
import type { RemoteLoader } from './remote-loader'

/** The remotes that are deployed now, with their menu entries; `loader` knows them once they are read. */
export const remotesQuery = (loader: RemoteLoader) =>
  queryOptions({
    queryKey: ['remotes'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const { remotes } = await readDocument(signal)
      loader.register(remotes)
      return remotes
    },
  })

async function readDocument(signal: AbortSignal): Promise<RemotesDocument> {
  const response = await fetch('/remotes.json', { signal, cache: 'no-cache' }).catch((cause: unknown) => {
    throw noAnswer(cause)
  })
  if (!response.ok) throw noAnswer(new Error(`/remotes.json answered ${response.status}`))
  return RemotesDocument.parse(await response.json())
}
