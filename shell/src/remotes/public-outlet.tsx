import { ErrorState, NotFoundState, PageSpinner } from '@cascade/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import type { RemoteLoader } from './remote-loader'
import { RemoteMount } from './remote-outlet'
import { remotesQuery } from './remotes-query'

/** What a remote shows below `/public/` to anybody, signed in or not. */
export function PublicOutlet({ loader }: { loader: RemoteLoader }) {
  const [segment = ''] = (useParams()['*'] ?? '').split('/')
  const remotes = useQuery(remotesQuery(loader))
  if (remotes.isPending) return <PageSpinner whole />
  if (!remotes.data) return <ErrorState error={remotes.error} onRetry={() => void remotes.refetch()} />
  const remote = remotes.data.find(({ publicPaths }) => publicPaths?.includes(segment))
  return remote ? <RemoteMount key={remote.id} remote={remote} loader={loader} isPublic /> : <NotFoundState />
}
