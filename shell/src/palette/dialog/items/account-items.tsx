import './account-items.css'
import { type AnswerOf, roleLabels } from '@cascade/contracts'
import type { AuthUser, ledgerApi } from '@cascade/contracts/accounts'
import {
  AdjustIcon,
  Amount,
  EditIcon,
  HistoryIcon,
  MenuIcon,
  PlayerIcon,
  StatusBadge,
  TransferIcon,
  ViewIcon,
} from '@cascade/ui-kit'
import { paletteTexts } from '../../texts'
import type { Bases } from '../../use-screens'
import { type AccountAction, accountActions, type FoundAccount } from './account-actions'
import type { Item } from './item'
import { matchOf } from './match'

type FoundRow = AnswerOf<typeof ledgerApi.search>['data'][number]

const actionIcons: Readonly<Record<AccountAction['key'], React.ReactNode>> = {
  details: <ViewIcon />,
  list: <ViewIcon />,
  transfer: <TransferIcon />,
  adjust: <AdjustIcon />,
  statement: <HistoryIcon />,
  edit: <EditIcon />,
  editProfile: <PlayerIcon />,
}

/** An account that can be opened; undefined where the viewer has no page for it. */
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
    const note = [roleLabels[role], wayTo(viewer, row)].filter(Boolean).join(' · ')
    return [{ ...item, note, end: <Balance row={row} />, spans: matchOf(username, typed)?.spans ?? [] }]
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

/** What is to be done with one account. */
export function actionItems(viewer: AuthUser, bases: Bases, account: FoundAccount): Item[] {
  return accountActions(viewer, bases, account).map(({ key, to }) => ({
    id: `action/${key}`,
    label: paletteTexts.text(key),
    icon: actionIcons[key],
    to,
    remember: { kind: 'account' as const, ...account },
  }))
}

/** The usernames between the viewer and the account. */
function wayTo(viewer: AuthUser, { _id, path, names = [] }: FoundRow): string {
  if (_id === viewer._id) return paletteTexts.text('you')
  const between = names.filter((_name, index) => path[index] !== viewer._id)
  if (between.length > 0) return between.join(' › ')
  return path.at(-1) === viewer._id ? paletteTexts.text('directlyBelow') : ''
}
