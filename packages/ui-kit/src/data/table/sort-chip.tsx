import './tools.css'
import type { ListState } from '@cascade/web-kit'
import { Tag } from 'antd'
import { type Column, sortFieldOf } from './columns'
import { tableTexts } from './table-texts'

type Props<Row> = {
  list: Pick<ListState<string>, 'sort' | 'order' | 'isSorted' | 'setSort'>
  columns: readonly Column<Row>[]
}

/** Chip for a non-default order; removing it restores the default. */
export function SortChip<Row>({ list: { sort, order, isSorted, setSort }, columns }: Props<Row>) {
  const text = tableTexts.useText()
  const column = columns.find(each => each.sortable && sortFieldOf(each) === sort)
  if (!isSorted || !column) return null
  return (
    <div className="kit-chips">
      <Tag
        closable={{ 'aria-label': text('clearSort') }}
        onClose={event => {
          event.preventDefault()
          setSort(undefined)
        }}
      >
        {text('sortedBy', { column: column.title, arrow: order === 'asc' ? '↑' : '↓' })}
      </Tag>
    </div>
  )
}
