import './row-cards.css'
import { Select } from 'antd'
import { memo } from 'react'
import { EmptyState } from '../../feedback/states'
import { contentOf, Placeholder, type Shown } from './antd-columns'
import { type Column, sortFieldOf } from './column'
import { type Selecting, SelectRow } from './select-cells'
import type { RowsProps } from './table-rows'
import { tableTexts } from './table-texts'

type Props<Row> = Omit<RowsProps<Row>, 'columns' | 'density'> & {
  columns: readonly Column<Row>[]
  selecting: Selecting<Row> | undefined
  sort: string
  order: 'asc' | 'desc'
}

/** The rows of a table on a phone: the name with its amount and its actions, and below it what else there is. */
function Cards<Row>({ columns, rows, rowKey, selecting, onSort, sort, order, ...empty }: Props<Row>) {
  const name = columns.find(column => column.pinned === 'left') ?? columns[0]
  const amount = columns.find(column => column.kind === 'points' && column !== name)
  const actions = columns.find(column => column.pinned === 'right')
  const rest = columns.filter(column => column !== name && column !== amount && column !== actions)
  return (
    <>
      <SortChoice columns={columns} sort={sort} order={order} onSort={onSort} />
      {rows.length === 0 && <EmptyState title={empty.empty} action={empty.emptyAction} />}
      <ul className="kit-cards">
        {rows.map(({ row, index }) => (
          <li key={row === undefined ? `placeholder-${index}` : rowKey(row)}>
            <div className="kit-row-head">
              {row !== undefined && <SelectRow selecting={selecting} row={row} />}
              <strong>{cell(name, row, index)}</strong>
              {amount && <span className="kit-card-amount kit-tabular">{cell(amount, row, index)}</span>}
              {actions && cell(actions, row, index)}
            </div>
            <dl>
              {rest.map(column => (
                <div key={column.key}>
                  <dt>{column.title}</dt>
                  <dd className={column.kind === 'points' ? 'kit-tabular' : undefined}>{cell(column, row, index)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </>
  )
}

function cell<Row>(column: Column<Row> | undefined, row: Shown<Row>['row'], index: number) {
  if (!column) return null
  return row === undefined ? <Placeholder /> : contentOf(column, row as Row, index)
}

type SortProps<Row> = Pick<Props<Row>, 'columns' | 'sort' | 'order' | 'onSort'>

/** Cards have no headings to sort by. */
function SortChoice<Row>({ columns, sort, order, onSort }: SortProps<Row>) {
  const text = tableTexts.useText()
  const sortable = columns.filter(column => column.sortable)
  if (sortable.length === 0) return null
  const options = sortable.flatMap(column =>
    (['asc', 'desc'] as const).map(each => ({
      value: `${sortFieldOf(column)} ${each}`,
      label: `${column.title} ${each === 'asc' ? '↑' : '↓'}`,
    })),
  )
  const value = sort === '' ? '' : `${sort} ${order}`
  return (
    <Select
      className="kit-cards-sort"
      aria-label={text('sort')}
      value={value}
      options={[{ value: '', label: text('ownOrder') }, ...options]}
      onChange={chosen => {
        const [field, direction] = chosen.split(' ')
        onSort(field === '' ? undefined : field, direction === 'desc' ? 'desc' : 'asc')
      }}
    />
  )
}

/** The cast keeps the type of the row, which `memo` drops. */
export const RowCards = memo(Cards, (_before, after) => after.held) as typeof Cards
