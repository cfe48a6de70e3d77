import './lists.css'
import type { AccountRole } from '@cascade/contracts'
import type { Account } from '@cascade/contracts/accounts'
import { gameTexts } from '@cascade/contracts/games'
import { formatActor, StatusBadge } from '@cascade/ui-kit'
import type { Column, RowLine } from '@cascade/ui-kit/data'
import type { AddressOf } from '@cascade/web-kit'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { AccountColumn, Level } from '../levels'
import { type ListedState, paths } from '../paths'
import { SuspendedBadge } from '../shared/badges'
import { texts } from '../texts'

type TextKey = Parameters<typeof texts.text>[0]
type Context = {
  level: Level
  address: AddressOf
  text: (key: TextKey) => string
  /** A past state is read-only and has no subtree figures. */
  isPast: boolean
  isDeleted?: boolean
  /** List context that is passed to the details page. */
  listed: ListedState
  actions: (account: Account) => ReactNode
}

const namesOf = (account: Account, text: Context['text']) =>
  account.allGames ? text('allGames') : (account.games?.map(game => game.gameName).join(', ') ?? '')

/** One column of an account list; the table adds the row number itself. */
function buildColumn(
  name: Exclude<AccountColumn, 'no'>,
  { level, address, text, isPast, listed, actions }: Context,
): Column<Account> {
  const columns: Record<typeof name, Omit<Column<Account>, 'key'>> = {
    username: {
      title: text('username'),
      value: account => account.username,
      render: account => (
        <Username
          account={account}
          to={level.linked ? address(paths.details, { level: level.role, id: account._id }) : undefined}
          state={listed}
        />
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
    branchBalance: {
      title: text('branchBalance'),
      value: account => account.branch?.balance,
      kind: 'points',
      sortable: !isPast,
      optional: true,
    },
    directBelow: {
      title: text('directBelow'),
      value: account => account.branch?.direct,
      kind: 'count',
      optional: true,
    },
    allBelow: {
      title: text('allBelow'),
      value: account => account.branch?.all,
      kind: 'count',
      sortable: !isPast,
      optional: true,
    },
    games: {
      title: text('games'),
      value: account => namesOf(account, text),
      render: account => <Games names={namesOf(account, text)} />,
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
      // By specification this heading shows the creation time.
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
  const { level, text, isPast, isDeleted } = context
  const columns = level.columns.flatMap(name =>
    name === 'no' || (name === 'action' && isPast) ? [] : [buildColumn(name, context)],
  )
  return isDeleted ? [...deletionColumns(text), ...columns].sort(byPlace) : columns
}

const deletionColumns = (text: Context['text']): Column<Account>[] => [
  {
    key: 'deletedAt',
    title: text('deleted'),
    value: ({ deletion }) => deletion?.at,
    kind: 'dateTime',
    exportWidth: 25,
  },
  {
    key: 'deletedBy',
    title: text('deletedBy'),
    value: ({ deletion }) => deletion?.by && formatActor(deletion.by),
    exportWidth: 30,
  },
]

/** The username stays first. */
const byPlace = (a: Column<Account>, b: Column<Account>) => Number(b.key === 'username') - Number(a.key === 'username')

/** A row on a phone: username and balance, then person, parent and state. */
export function accountLine(account: Account, role: AccountRole): RowLine {
  const { username, walletBalance, firstName, lastName, refId, userStatus, suspendedBy, isLoggedIn } = account
  const person = [firstName, lastName].filter(Boolean).join(' ')
  const isUsable = userStatus && !suspendedBy
  return {
    title: username,
    amount: walletBalance,
    notes: [person === username ? '' : person, refId?.username],
    state: isUsable ? role === 'player' && <OnlineBadge online={isLoggedIn} /> : <SuspendedBadge account={account} />,
  }
}

type UsernameProps = { account: Account; to: string | undefined; state: ListedState }

function Username({ account, to, state }: UsernameProps) {
  const name = to ? (
    <Link to={to} state={state}>
      {account.username}
    </Link>
  ) : (
    account.username
  )
  return (
    <>
      {name} <SuspendedBadge account={account} />
    </>
  )
}

function Games({ names }: { names: string }) {
  if (names === '') return gameTexts.none
  return (
    <span className="accounts-clip" title={names}>
      {names}
    </span>
  )
}

function OnlineBadge({ online }: { online: boolean }) {
  const text = texts.useText()
  return <StatusBadge tone={online ? 'success' : 'neutral'}>{text(online ? 'online' : 'offline')}</StatusBadge>
}
