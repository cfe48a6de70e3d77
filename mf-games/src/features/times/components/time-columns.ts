import type { Time } from '@cascade/contracts/games'
import type { Column } from '@cascade/ui-kit/data'
import { texts } from '../../../texts'

const { text } = texts

export const timeColumns: readonly Column<Time>[] = [
  { key: '_id', title: text('timeId'), value: time => time._id, sortable: true },
  {
    key: 'timecount',
    title: text('timeInSec'),
    value: time => time.timecount,
    kind: 'count',
    sortable: true,
    width: 160,
  },
]
