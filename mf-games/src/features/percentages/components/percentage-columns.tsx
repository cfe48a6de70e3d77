import type { Percentage } from '@cascade/contracts/games'
import type { Column } from '@cascade/ui-kit/data'
import type { ReactNode } from 'react'
import { GameName } from '../../../shared/game-name'
import { texts } from '../../../texts'

type Cells = {
  input: (row: Percentage) => ReactNode
  whatIf: (row: Percentage) => ReactNode
  /** On a phone the name above the table stands for the column of one and the same name. */
  narrow: boolean
}

const { text } = texts
const nameOf = (row: Percentage) => row.username

export const percentageColumns = ({ input, whatIf, narrow }: Cells): readonly Column<Percentage>[] => [
  { key: 'number', title: text('number'), value: (_row, index) => index + 1, width: 60, hideable: false },
  ...(narrow ? [] : [{ key: 'username', title: text('id'), value: nameOf, sortable: true }]),
  {
    key: 'gameName',
    title: text('game'),
    value: row => row.gameName,
    render: row => <GameName {...row} />,
    sortable: true,
  },
  {
    key: 'winpercentage',
    title: text('percentage'),
    value: row => row.winpercentage,
    render: input,
    sortable: true,
    width: narrow ? 150 : 240,
    hideable: false,
  },
  { key: 'whatIf', title: text('whatIf'), render: whatIf, width: 260 },
]
