import { childRoleOf, parentRoleOf } from '@cascade/contracts'
import { lazyWithRetry, UnknownAddress } from '@cascade/ui-kit'
import { ListLocationProvider, useAddress } from '@cascade/web-kit'
import { useParams } from 'react-router-dom'
import { CreditDrawer } from './credit/credit-drawer'
import { isLevelRole, type Level, levels } from './levels'
import ListPage from './lists/account-list-page'
import { type AccountView, isCredit, type LevelRoute, parseLevelRoute, paths, useBackground } from './paths'
import { MissingAccount, UserGate } from './shared/account-gate'

// Not lazy: lists are the most visited pages.
const CreatePage = lazyWithRetry(() => import('./form/account-create-page'))
const BulkCreatePage = lazyWithRetry(() => import('./bulk-create/account-bulk-create-page'))
const EditPage = lazyWithRetry(() => import('./form/account-edit-page'))
const CreditPage = lazyWithRetry(() => import('./credit/account-credit-page'))
const DetailsPage = lazyWithRetry(() => import('./details/account-details-page'))
const StatementPage = lazyWithRetry(() => import('./statement/account-statement-page'))

/** All pages of one level. A credit form that was opened from a list is a drawer over it. */
export function LevelArea({ level }: { level: Level }) {
  const route = parseLevelRoute(useParams()['*'] ?? '')
  const { background, from } = useBackground()
  if (!route) return <UnknownAddress />
  const isDrawer = background !== undefined && isCredit(route)
  return (
    <>
      <ListLocationProvider value={isDrawer ? from : undefined}>
        {isDrawer ? (
          <RouteArea level={levels[background.level]} route={background.route} />
        ) : (
          <RouteArea level={level} route={route} />
        )}
      </ListLocationProvider>
      {isDrawer && (
        <CreditDrawer>
          <RouteArea level={level} route={route} />
        </CreditDrawer>
      )}
    </>
  )
}

function RouteArea({ level, route }: { level: Level; route: LevelRoute }) {
  if (route.view === 'list') return <ListPage key={level.role} level={level} />
  if ('id' in route) return <AccountArea level={level} route={route} />
  const { view, parentId, referenceId } = route
  if (view === 'create') {
    return <CreatePage key={parentId} level={level} parentId={parentId} referenceId={referenceId} />
  }
  return <BulkCreatePage key={parentId} level={level} parentId={parentId} />
}

type AccountRoute = Extract<LevelRoute, { id: string }>

function AccountArea({ level, route }: { level: Level; route: AccountRoute }) {
  const address = useAddress()
  const back = address(paths.list, { level: level.role })
  const { view, id, parentId } = route
  if (route.level === 'base') return <AccountPage key={id} view={view} level={level} id={id} />
  if (route.level === 'child') {
    const childRole = childRoleOf(level.role)
    if (childRole === undefined || !isLevelRole(childRole)) return <MissingAccount back={back} />
    return <AccountPage key={id} view={view} level={levels[childRole]} id={id} parentId={parentId} />
  }
  return (
    <UserGate key={id} id={id} back={back}>
      {({ role, refId }) => {
        if (!isLevelRole(role)) return <MissingAccount back={back} />
        // Only tree levels have children calls. A parent above the actor is hidden and has no id.
        const below = childRoleOf(parentRoleOf(role) ?? 'user') === role ? refId?._id : undefined
        return <AccountPage view={view} level={levels[role]} id={id} parentId={below} />
      }}
    </UserGate>
  )
}

type PageProps = { view: AccountView; level: Level; id: string; parentId?: string | undefined }

function AccountPage({ view, ...props }: PageProps) {
  if (view === 'edit') return <EditPage {...props} />
  if (view === 'credittransfer') return <CreditPage key="transfer" kind="transfer" {...props} />
  if (view === 'creditadjust') return <CreditPage key="adjust" kind="adjust" {...props} />
  if (view === 'statement') return <StatementPage {...props} />
  return <DetailsPage {...props} />
}
