import { childRoleOf, parentRoleOf } from '@cascade/contracts'
import { lazyWithRetry } from '@cascade/ui-kit'
import { useActor } from '@cascade/web-kit'
import { Navigate, useParams } from 'react-router-dom'
import { MissingAccount, UserGate } from '../components/account-gate'
import { isLevelRole, type Level, levels } from '../levels/levels'
import { type AccountAction, type Place, parsePlace } from './parse-place'
import { useLinks } from './use-links'

const ListPage = lazyWithRetry(() => import('../pages/list'))
const CreatePage = lazyWithRetry(() => import('../pages/create'))
const BulkCreatePage = lazyWithRetry(() => import('../pages/bulk-create'))
const EditPage = lazyWithRetry(() => import('../pages/edit'))
const CreditPage = lazyWithRetry(() => import('../pages/credit'))
const DetailsPage = lazyWithRetry(() => import('../pages/details'))
const StatementPage = lazyWithRetry(() => import('../pages/statement'))

/** Everything below the base of one level. */
export function LevelArea({ level }: { level: Level }) {
  const { role } = useActor()
  const place = parsePlace(useParams()['*'] ?? '')
  if (!place) return <Navigate to={`/${role}/dashboard`} replace />
  if (place.view === 'list') return <ListPage key={level.role} level={level} />
  if ('id' in place) return <AccountArea level={level} place={place} />
  const { view, parentId, referenceId } = place
  if (view === 'create') {
    return <CreatePage key={parentId} level={level} parentId={parentId} referenceId={referenceId} />
  }
  return <BulkCreatePage key={parentId} level={level} parentId={parentId} />
}

type AccountPlace = Extract<Place, { id: string }>

function AccountArea({ level, place }: { level: Level; place: AccountPlace }) {
  const back = useLinks().list(level.role)
  const { view, id, parentId } = place
  if (place.level === 'base') return <AccountPage key={id} view={view} level={level} id={id} />
  if (place.level === 'child') {
    const childRole = childRoleOf(level.role)
    if (childRole === undefined || !isLevelRole(childRole)) return <MissingAccount back={back} />
    return <AccountPage key={id} view={view} level={levels[childRole]} id={id} parentId={parentId} />
  }
  return (
    <UserGate key={id} id={id} back={back}>
      {({ role, refId }) => {
        if (!isLevelRole(role)) return <MissingAccount back={back} />
        // The calls below a parent exist for the levels of the tree; what stands above the actor has no name here.
        const below = childRoleOf(parentRoleOf(role) ?? 'user') === role ? refId?._id : undefined
        return <AccountPage view={view} level={levels[role]} id={id} parentId={below} />
      }}
    </UserGate>
  )
}

type PageProps = { view: AccountAction; level: Level; id: string; parentId?: string | undefined }

function AccountPage({ view, ...props }: PageProps) {
  if (view === 'edit') return <EditPage {...props} />
  if (view === 'credittransfer') return <CreditPage kind="transfer" {...props} />
  if (view === 'creditadjust') return <CreditPage kind="adjust" {...props} />
  if (view === 'statement') return <StatementPage {...props} />
  return <DetailsPage {...props} />
}
