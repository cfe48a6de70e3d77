import type { Account } from '@cascade/contracts/accounts'
import { StatusBadge } from '@cascade/ui-kit'
import type { Column, ExportColumn } from '@cascade/ui-kit/data'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { ColumnName, Level } from '../../levels/levels'
import type { Links } from '../../routing/links'
import { accountsTexts } from '../../texts'

type Texts = Parameters<typeof accountsTexts.text>[0]
type Context = {
  level: Level
  links: Links
  text: (key: Texts) => string
  actions: (account: Account) => ReactNode
}

const namesOf = (account: Account) => account.games?.map(game => game.gameName).join(', ') ?? ''

/** One column of an account list; the number column is the table's own. */
function columnOf(name: Exclude<ColumnName, 'no'>, { level, links, text, actions }: Context): Column<Account> {
  const columns: Record<typeof name, Omit<Column<Account>, 'key'>> = {
    username: {
      title: text('username'),
      value: account => account.username,
      render: account => (
        <Username account={account} to={level.linked ? links.details(level.role, account._id) : undefined} />
      ),
      sortable: true,
      pinned: 'left',
      hideable: false,
      exportWidth: 30,
    },
    refId: {
      title: text('referId'),
      value: account => account.refId?.username ?? text('notAvailable'),
      sortable: true,
      exportWidth: 30,
    },
    uniqueId: { title: level.uniqueIdLabel, value: account => account.uniqueId, sortable: true },
    points: {
      title: text('points'),
      value: account => account.walletBalance,
      kind: 'points',
      sortable: 'walletBalance',
      exportWidth: 15,
    },
    games: {
      title: text('games'),
      value: namesOf,
      render: account => <Games names={namesOf(account)} />,
      exportWidth: 40,
    },
    isOnline: {
      title: text('isOnline'),
      value: account => text(account.isLoggedIn ? 'online' : 'offline'),
      render: account => <OnlineBadge online={account.isLoggedIn} />,
      sortable: 'isLoggedIn',
    },
    createdAt: {
      title: text('dateTime'),
      value: account => account.createdAt,
      kind: 'dateTime',
      sortable: true,
      exportWidth: 25,
    },
    lastLogin: {
      title: text('lastLogin'),
      // The specification shows the time of creation under this heading.
      value: account => account.createdAt,
      kind: 'dateTime',
      sortable: 'createdAt',
      exportWidth: 25,
    },
    action: { title: text('action'), render: actions, pinned: 'right', hideable: false, exported: false },
  }
  return { key: name, ...columns[name] }
}

export function accountColumns(context: Context): Column<Account>[] {
  return context.level.columns.flatMap(name => (name === 'no' ? [] : [columnOf(name, context)]))
}

/** The columns of the file, in the order of the screen, whatever the user hides or moves there. */
export function accountExportColumns(columns: readonly Column<Account>[]): ExportColumn<Account>[] {
  return columns.flatMap(({ title, value, kind, exported, exportWidth }) =>
    value && exported !== false ? [{ title, value, kind, width: exportWidth }] : [],
  )
}

function Username({ account, to }: { account: Account; to: string | undefined }) {
  const text = accountsTexts.useText()
  return (
    <>
      {to ? <Link to={to}>{account.username}</Link> : account.username}
      {!account.userStatus && (
        <>
          {' '}
          <StatusBadge tone="danger">{text('deactive')}</StatusBadge>
        </>
      )}
    </>
  )
}

function Games({ names }: { names: string }) {
  const text = accountsTexts.useText()
  if (names === '') return text('noGames')
  return (
    <span className="a-clip" title={names}>
      {names}
    </span>
  )
}

function OnlineBadge({ online }: { online: boolean }) {
  const text = accountsTexts.useText()
  return <StatusBadge tone={online ? 'success' : 'neutral'}>{text(online ? 'online' : 'offline')}</StatusBadge>
}
