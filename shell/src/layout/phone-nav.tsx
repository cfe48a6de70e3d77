import './phone-nav.css'
import { DashboardIcon, MenuIconButton } from '@cascade/ui-kit'
import { Link, useLocation } from 'react-router-dom'
import type { MenuEntry, MenuGroup } from '../menu/menu'
import { MenuIcon } from '../menu/menu-icon'
import type { RemoteLoader } from '../remotes/remote-loader'
import { shellTexts } from '../texts'

/** What is looked at most, with words short enough for a fifth of a phone; the first three that a role has. */
const destinations = [
  { path: 'game', label: 'navLive' },
  { path: 'areamanager', label: 'navAreaManagers' },
  { path: 'master', label: 'navMasters' },
  { path: 'player', label: 'navPlayers' },
  { path: 'transactionreport', label: 'navTransactions' },
  { path: 'gamehistory', label: 'navBets' },
] as const

/** Beside the first page and the whole menu. */
const destinationsMax = 3

/** Who watches draws needs no list of those far below. */
const hiddenPaths = {
  superadmin: ['areamanager', 'master'],
  admin: ['areamanager', 'master'],
  superareamanager: ['master'],
}

type Props = { role: string; groups: readonly MenuGroup[]; loader: RemoteLoader; onMore: () => void; isMore: boolean }

/** The menu of a phone, below the thumb; all the rest of it is behind the last entry. */
export function PhoneNav({ role, groups, loader, onMore, isMore }: Props) {
  const text = shellTexts.useText()
  const { pathname } = useLocation()
  const current = pathname.slice(role.length + 2)
  const entries = new Map<string, MenuEntry>(groups.flatMap(group => group.entries.map(entry => [entry.path, entry])))
  const isHidden = (path: string) => (hiddenPaths as Record<string, readonly string[]>)[role]?.includes(path) ?? false
  const shown = destinations.filter(({ path }) => entries.has(path) && !isHidden(path)).slice(0, destinationsMax)
  const isAt = (path: string) => !isMore && (current === path || current.startsWith(`${path}/`))
  const isElsewhere = !isAt('dashboard') && !shown.some(({ path }) => isAt(path))
  return (
    <nav aria-label={text('mainPlaces')} className="shell-phone-nav">
      <Link to={`/${role}/dashboard`} aria-current={isAt('dashboard') ? 'page' : undefined}>
        <DashboardIcon />
        <span>{text('navHome')}</span>
      </Link>
      {shown.map(({ path, label }) => (
        <Link
          key={path}
          to={`/${role}/${path}`}
          aria-current={isAt(path) ? 'page' : undefined}
          onPointerDown={() => loader.preload(entries.get(path)?.remoteId ?? '')}
        >
          <MenuIcon name={entries.get(path)?.icon} />
          <span>{text(label)}</span>
        </Link>
      ))}
      <button type="button" data-current={isElsewhere || undefined} aria-haspopup="dialog" onClick={onMore}>
        <MenuIconButton />
        <span>{text('navMore')}</span>
      </button>
    </nav>
  )
}
