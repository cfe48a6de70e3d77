import './phone-nav.css'
import { DashboardIcon, MenuIconButton } from '@cascade/ui-kit'
import { Link, useLocation } from 'react-router-dom'
import type { MenuEntry, MenuGroup } from '../menu/menu'
import { MenuIcon } from '../menu/menu-icon'
import type { RemoteLoader } from '../remotes/remote-loader'
import { shellTexts } from '../texts'

/**
 * Most used pages, with labels that fit a fifth of a phone's width; the first three available to the role are shown.
 */
const destinations = [
  { path: 'game', label: 'navLive' },
  { path: 'areamanager', label: 'navAreaManagers' },
  { path: 'master', label: 'navMasters' },
  { path: 'player', label: 'navPlayers' },
  { path: 'transactionreport', label: 'navTransactions' },
  { path: 'gamehistory', label: 'navBets' },
] as const

/** Besides Home and More. */
const destinationsMax = 3

/** Top levels watch draws and need no lists of distant levels. */
const hiddenPaths = {
  superadmin: ['areamanager', 'master'],
  admin: ['areamanager', 'master'],
  superareamanager: ['master'],
}

type Props = { role: string; groups: readonly MenuGroup[]; loader: RemoteLoader; onMore: () => void; isMore: boolean }

export function PhoneNav({ role, groups, loader, onMore, isMore }: Props) {
  const text = shellTexts.useText()
  const { pathname } = useLocation()
  const current = pathname.slice(role.length + 2)
  const entries = new Map<string, MenuEntry>(groups.flatMap(group => group.entries.map(entry => [entry.path, entry])))
  const isHidden = (path: string) => (hiddenPaths as Record<string, readonly string[]>)[role]?.includes(path) ?? false
  const links = destinations.filter(({ path }) => entries.has(path) && !isHidden(path)).slice(0, destinationsMax)
  const isAt = (path: string) => !isMore && (current === path || current.startsWith(`${path}/`))
  const isElsewhere = !isAt('dashboard') && !links.some(({ path }) => isAt(path))
  return (
    <nav aria-label={text('mainPlaces')} className="shell-phone-nav">
      <Link to={`/${role}/dashboard`} aria-current={isAt('dashboard') ? 'page' : undefined}>
        <DashboardIcon />
        <span>{text('navHome')}</span>
      </Link>
      {links.map(({ path, label }) => (
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
