import type { Percentage } from '@cascade/contracts/games'
import { GamePicture } from '@cascade/game-pictures'
import type { Column } from '@cascade/ui-kit/data'
import type { ReactNode } from 'react'
import { texts } from '../../../texts'

type Cells = { input: (row: Percentage) => ReactNode; whatIf: (row: Percentage) => ReactNode }

const { text } = texts

export const percentageColumns = ({ input, whatIf }: Cells): readonly Column<Percentage>[] => [
  { key: 'number', title: text('number'), value: (_row, index) => index + 1, width: 60, hideable: false },
  { key: 'username', title: text('id'), value: row => row.username, sortable: true },
  {
    key: 'gameName',
    title: text('game'),
    value: row => row.gameName,
    render: ({ gameId, gameName }) => (
      <span className="games-name">
        <GamePicture gameId={gameId} size={28} />
        {gameName}
      </span>
    ),
    sortable: true,
  },
  {
    key: 'winpercentage',
    title: text('percentage'),
    value: row => row.winpercentage,
    render: input,
    sortable: true,
    width: 240,
    hideable: false,
  },
  { key: 'whatIf', title: text('whatIfTitleShort'), render: whatIf, width: 260 },
]
