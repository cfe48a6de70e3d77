import './dialog.css'
import { can, isSideRole, type ResponseOf, type Role, roleLabels } from '@cascade/contracts'
import type { AuthUser, ledgerApi } from '@cascade/contracts/accounts'
import type { liveApi } from '@cascade/contracts/live'
import {
  AdjustIcon,
  Amount,
  EditIcon,
  formatCount,
  formatDateTime,
  HistoryIcon,
  LiveIcon,
  PlayerIcon,
  StatusBadge,
  TransferIcon,
  ViewIcon,
} from '@cascade/ui-kit'
import type { ReactNode } from 'react'
import { MenuIcon } from '../../menu/menu-icon'
import { Key } from '../modal'
import type { RecentChoice } from '../palette-state'
import type { Bases, Screen } from '../screens'
import { paletteTexts } from '../texts'
import { matchLabel, type Span } from './match'

export type Item = {
  id: string
  label: string
  spans?: readonly Span[]
  note?: string | undefined
  icon: ReactNode
  end?: ReactNode
  to?: string
  run?: () => void
  remember?: RecentChoice
  /** Set for accounts with further actions. */
  account?: FoundAccount
  remoteId?: string | undefined
}

export type Section = { key: string; title: string; items: Item[] }

export function screenItem(role: string, screen: Screen, where: string): Item {
  const { path, label, icon, group, shortcut, remoteId } = screen
  return {
    id: `${where}/${path}`,
    label,
    note: group,
    icon: <MenuIcon name={icon} />,
    end: shortcut !== undefined && (
      <span className="shell-palette-keys" aria-hidden="true">
        <Key>g</Key>
        <Key>{shortcut}</Key>
      </span>
    ),
    to: `/${role}/${path}`,
    remember: { kind: 'screen', path },
    remoteId,
  }
}

/** Items that match by label, best first; matches by note alone come last. */
export function matching(items: readonly Item[], typed: string): Item[] {
  return items
    .flatMap(item => {
      const byLabel = matchLabel(item.label, typed)
      const match = byLabel ?? (matchLabel(`${item.label} ${item.note ?? ''}`, typed) && { score: 9, spans: [] })
      return match ? [{ ...item, ...match }] : []
    })
    .sort((a, b) => a.score - b.score)
}

type FoundDraw = ResponseOf<typeof liveApi.findDraws>['data'][number]

/** A draw found by its number; several games and admins may have one with it. */
export function drawItem(role: Role, { drawId, number, drawAt, result, gameName, adminUsername }: FoundDraw): Item {
  return {
    id: `draw/${drawId}`,
    label: paletteTexts.text('draw', { number: formatCount(number), game: gameName }),
    note: [adminUsername, formatDateTime(drawAt), result].join(' · '),
    icon: <LiveIcon />,
    to: `/${role}/game/draw/${drawId}`,
  }
}

type FoundRow = ResponseOf<typeof ledgerApi.search>['data'][number]

const actionIcons: Readonly<Record<AccountAction['key'], React.ReactNode>> = {
  details: <ViewIcon />,
  list: <ViewIcon />,
  transfer: <TransferIcon />,
  adjust: <AdjustIcon />,
  statement: <HistoryIcon />,
  edit: <EditIcon />,
  viewAs: <ViewIcon />,
  editProfile: <PlayerIcon />,
}

export function accountItem(viewer: AuthUser, bases: Bases, account: FoundAccount, where: string): Item | undefined {
  const [first, ...more] = accountActions(viewer, bases, account)
  return (
    first && {
      id: `${where}/${account.id}`,
      label: account.username,
      note: roleLabels[account.role],
      icon: <MenuIcon name={account.role} />,
      to: first.to,
      remoteId: bases.get(account.role),
      remember: { kind: 'account', ...account },
      ...(more.length > 0 ? { account } : {}),
    }
  )
}

export function foundItems(viewer: AuthUser, bases: Bases, rows: readonly FoundRow[], typed: string): Item[] {
  return rows.flatMap(row => {
    const { _id: id, username, role } = row
    const item = accountItem(viewer, bases, { id, username, role }, 'found')
    if (!item) return []
    const note = [roleLabels[role], formatPath(viewer, row)].filter(Boolean).join(' · ')
    return [{ ...item, note, end: <Balance row={row} />, spans: matchLabel(username, typed)?.spans ?? [] }]
  })
}

function Balance({ row }: { row: FoundRow }) {
  const text = paletteTexts.useText()
  return (
    <span className="shell-palette-account-end">
      {!row.userStatus && <StatusBadge>{text('inactive')}</StatusBadge>}
      <Amount value={row.walletBalance} />
    </span>
  )
}

export function actionItems(viewer: AuthUser, bases: Bases, account: FoundAccount): Item[] {
  return accountActions(viewer, bases, account).map(({ key, to }) => ({
    id: `action/${key}`,
    label: paletteTexts.text(key),
    icon: actionIcons[key],
    to,
    remember: { kind: 'account' as const, ...account },
  }))
}

/** Usernames between the viewer and the account. */
function formatPath(viewer: AuthUser, { _id, path, names = [] }: FoundRow): string {
  if (_id === viewer._id) return paletteTexts.text('you')
  const between = names.filter((_name, index) => path[index] !== viewer._id)
  if (between.length > 0) return between.join(' › ')
  return path.at(-1) === viewer._id ? paletteTexts.text('directlyBelow') : ''
}

export type FoundAccount = { id: string; username: string; role: Role }
type AccountAction = {
  key: 'details' | 'list' | 'transfer' | 'adjust' | 'statement' | 'edit' | 'viewAs' | 'editProfile'
  to: string
}
type Viewer = Pick<AuthUser, '_id' | 'role' | 'person'>

/** False for a person without the right. */
export const mayAct = ({ person }: Viewer, right: string | undefined): boolean =>
  !person || right === undefined || person.rights.some(each => each === right)

export function accountActions(
  viewer: Viewer,
  bases: Pick<ReadonlySet<string>, 'has'>,
  account: FoundAccount,
): AccountAction[] {
  const { id, username, role: level } = account
  if (id === viewer._id) return bases.has('profile') ? [{ key: 'editProfile', to: `/${viewer.role}/profile` }] : []
  if (!bases.has(level)) return []
  const base = `/${viewer.role}/${level}`
  const rights: Partial<Record<AccountAction['key'], string>> = {
    transfer: 'credit.move',
    adjust: 'credit.move',
    edit: `${level}.manage`,
    viewAs: 'people.manage',
  }
  const actions: AccountAction[] = [
    isSideRole(level)
      ? { key: 'list', to: `${base}?q=${encodeURIComponent(username)}` }
      : { key: 'details', to: `${base}/players/details/${id}` },
    { key: 'transfer', to: `${base}/credittransfer/${id}` },
    { key: 'adjust', to: `${base}/creditadjust/${id}` },
    { key: 'statement', to: `${base}/statement/${id}` },
    { key: 'edit', to: `${base}/edit/${id}` },
    ...(can(level, 'people.manage') ? [{ key: 'viewAs' as const, to: `${base}/players/details/${id}#view-as` }] : []),
  ]
  return actions.filter(({ key }) => mayAct(viewer, rights[key]))
}
