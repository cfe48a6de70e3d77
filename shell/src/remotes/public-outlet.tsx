import { ErrorState, NotFoundState, PageSpinner } from '@cascade/ui-kit'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { PublicFrame } from '../layout/public-frame'
import type { RemoteLoader } from './remote-loader'
import { RemoteMount } from './remote-outlet'
import { remotesQuery } from './remotes-query'

type Props = { loader: RemoteLoader }

export function PublicOutlet({ loader }: Props) {
  return (
    <PublicFrame>
      <PublicPage loader={loader} />
    </PublicFrame>
  )
}

function PublicPage({ loader }: Props) {
  const [segment = ''] = (useParams()['*'] ?? '').split('/')
  const remotes = useQuery(remotesQuery(loader))
  if (remotes.isPending) return <PageSpinner />
  if (!remotes.data) return <ErrorState error={remotes.error} onRetry={() => void remotes.refetch()} />
  const remote = remotes.data.find(({ publicPaths }) => publicPaths?.includes(segment))
  return remote ? <RemoteMount key={remote.id} remote={remote} loader={loader} isPublic /> : <NotFoundState />
}
