import type { OnlinePlayer } from '@cascade/contracts/reports'
import { StatusBadge } from '@cascade/ui-kit'
import type { Column } from '@cascade/ui-kit/data'
import { texts } from '../../../texts'

const { text } = texts

/** Columns of the specification; play, win and claim are those of today. */
export const onlinePlayerColumns: readonly Column<OnlinePlayer>[] = [
  { key: 'username', title: text('userName'), value: row => row.username, sortable: true },
  { key: 'points', title: text('points'), value: row => row.points, kind: 'points' },
  { key: 'playPoints', title: text('play'), value: row => row.playPoints, kind: 'points' },
  { key: 'winPoints', title: text('win'), value: row => row.winPoints, kind: 'points' },
  { key: 'claimPoints', title: text('claim'), value: row => row.claimPoints, kind: 'points' },
  { key: 'endPoints', title: text('end'), value: row => row.endPoints, kind: 'points' },
  {
    key: 'isOnline',
    title: text('isOnline'),
    value: row => text(row.isOnline ? 'online' : 'offline'),
    render: ({ isOnline }) => (
      <StatusBadge tone={isOnline ? 'success' : 'neutral'}>{text(isOnline ? 'online' : 'offline')}</StatusBadge>
    ),
  },
  { key: 'lastLogin', title: text('lastLogin'), value: row => row.lastLogin, kind: 'dateTime' },
]
