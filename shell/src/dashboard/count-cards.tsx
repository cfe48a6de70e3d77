import './dashboard.css'
import { type BackOfficeRole, backOfficeRoles, type Role } from '@cascade/contracts'
import { ErrorState, formatCount, Skeleton } from '@cascade/ui-kit'
import { useActor } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { MenuIcon } from '../menu/menu-icon'
import { basesOf } from '../remotes/find-base'
import type { RemoteLoader } from '../remotes/remote-loader'
import { remotesQuery } from '../remotes/remotes-query'
import { shellTexts } from '../texts'
import { countsQuery } from './calls'

const levels = [
  { field: 'countAdmins', role: 'admin' },
  { field: 'countSuperDistributors', role: 'superareamanager' },
  { field: 'countDistributors', role: 'areamanager' },
  { field: 'countRetailers', role: 'master' },
  { field: 'count', role: 'player' },
] as const

const levelsBelow = (role: Role) => {
  const own = backOfficeRoles.indexOf(role as BackOfficeRole)
  return levels.filter((_level, index) => index >= own)
}

export function CountCards({ loader }: { loader: RemoteLoader }) {
  const text = shellTexts.useText()
  const actor = useActor()
  const { role, _id } = actor
  const counts = useQuery(countsQuery(role, _id))
  const remotes = useQuery(remotesQuery(loader))
  const open = new Set(basesOf(remotes.data ?? [], actor).map(({ base }) => base.path))
  if (counts.isError) return <ErrorState error={counts.error} onRetry={() => void counts.refetch()} />
  return (
    <ul className="shell-counts" aria-label={text('downTheTree')}>
      {levelsBelow(role).map(level => {
        const content = (
          <>
            <span className="shell-count-icon">
              <MenuIcon name={level.role} />
            </span>
            <span className="shell-count-label">{text(level.field)}</span>
            <span className="shell-count-value">
              {counts.data ? formatCount(counts.data[level.field]) : <Skeleton.Button active size="small" />}
            </span>
          </>
        )
        return (
          <li key={level.role}>
            {open.has(level.role) ? (
              <Link className="shell-count" to={`/${role}/${level.role}`}>
                {content}
              </Link>
            ) : (
              <span className="shell-count">{content}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
