import {
  commonTexts,
  ErrorState,
  lazyWithRetry,
  PageSpinner,
  RemoteBoundary,
  UnknownAddress,
  useLoaded,
} from '@cascade/ui-kit'
import { type RegisteredRemote, useActor } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { Navigate, useLocation, useParams, useRoutes } from 'react-router-dom'
import { patternOf, useScreenLog } from '../vitals/screen-log'
import { basesOf, findBase, type OwnedBase, shellPages } from './find-base'
import type { RemoteLoader } from './remote-loader'
import { remotesQuery } from './remotes-query'

const RemotesPage = lazyWithRetry(() => import('../remote-versions/remotes-page'))
const OutdatedPage = lazyWithRetry(() => import('./outdated-page'))

/** Pages of remotes below `/{role}/`; an address without a remote redirects to the dashboard. */
export function RemoteOutlet({ loader }: { loader: RemoteLoader }) {
  const actor = useActor()
  const { role } = actor
  const { search, hash } = useLocation()
  const rest = useParams()['*'] ?? ''
  const remotes = useQuery(remotesQuery(loader))
  const open = useRef<OwnedBase & { loginId: string }>(undefined)
  if (remotes.isPending) return <PageSpinner />
  if (!remotes.data) return <ErrorState error={remotes.error} onRetry={() => void remotes.refetch()} />

  const [segment = '', ...deeper] = rest.split('/')
  const loginId = actor.person?.id ?? actor._id
  // A page stays when its right ends, so that no input is lost; the server rejects what is done there.
  const last = open.current
  const stays = last?.base.path === segment && last.loginId === loginId ? { ...last, exact: true } : undefined
  const found = findBase(basesOf(remotes.data, actor), segment) ?? stays
  if (!found) return <UnknownAddress />
  const { remote, base, exact } = found
  open.current = { remote, base, loginId }
  if (!exact) {
    return <Navigate to={`/${role}/${[base.path, ...deeper].join('/')}${search}${hash}`} replace />
  }
  if (remote.id === shellPages.id) return deeper.length > 0 ? <UnknownAddress /> : <RemotesPage />
  // Without the key, React Router reuses the element, and one remote's error stays for the next.
  return <RemoteMount key={remote.id} remote={remote} loader={loader} />
}

type MountProps = { remote: RegisteredRemote; loader: RemoteLoader; isPublic?: boolean }

export function RemoteMount({ remote, loader, isPublic = false }: MountProps) {
  const text = commonTexts.useText()
  const fallback = useCallback(
    (error: unknown, retry: () => void) => (
      <ErrorState
        error={error}
        title={text('remoteFailedTitle', { title: remote.title })}
        note={text('remoteFailedNote')}
        onRetry={retry}
      />
    ),
    [text, remote.title],
  )
  if (remote.outdated) return <OutdatedPage title={remote.title} />
  return (
    <RemoteBoundary fallback={fallback}>
      <RemoteRoutes remote={remote} loader={loader} isPublic={isPublic} />
    </RemoteBoundary>
  )
}

function RemoteRoutes({ remote, loader, isPublic }: MountProps) {
  const { routes, publicRoutes = [] } = useLoaded(attempt => loader.load(remote.id, attempt))
  const rest = useParams()['*'] ?? ''
  const screen = patternOf(isPublic ? publicRoutes : routes, rest)
  useScreenLog(screen && isPublic ? `public/${screen}` : screen, remote.version)
  return useRoutes(isPublic ? publicRoutes : routes) ?? <UnknownAddress />
}
