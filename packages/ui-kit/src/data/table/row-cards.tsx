import './table.css'
import { Fragment, memo, useRef } from 'react'
import { EmptyState } from '../../feedback/states'
import { Select } from '../select'
import { contentOf, keyOf, Placeholder, type Shown } from './cells'
import { type Column, sortFieldOf } from './columns'
import { useWindowRows } from './row-layout'
import type { RowsProps } from './rows'
import { SelectRow } from './selection'
import { tableTexts } from './table-texts'

/** Until one was drawn. */
const cardPx = 150

/** The rows of a table on a phone: cards. */
function Cards<Row>(props: RowsProps<Row>) {
  const { columns, rows, rowKey, onSort, sort, order } = props
  const place = useRef<HTMLUListElement>(null)
  const { drawn, restPx, measure, focus } = useWindowRows({ count: rows.length, estimatePx: cardPx, place })
  return (
    <>
      <SortChoice columns={columns} sort={sort} order={order} onSort={onSort} />
      {rows.length === 0 && <EmptyState title={props.empty} action={props.emptyAction} />}
      <ul ref={place} className="kit-cards" {...focus}>
        {drawn.map(({ at, gapPx }) => {
          const shown = rows[at]
          if (!shown) return null
          return (
            <Fragment key={keyOf(shown, rowKey)}>
              {gapPx > 0 && <Gap heightPx={gapPx} />}
              <li ref={measure} data-index={at}>
                <Card {...props} shown={shown} />
              </li>
            </Fragment>
          )
        })}
        {restPx > 0 && <Gap heightPx={restPx} />}
      </ul>
    </>
  )
}

/** In place of cards that are not drawn. */
const Gap = ({ heightPx }: { heightPx: number }) => (
  <li className="kit-cards-gap" aria-hidden="true" style={{ height: heightPx }} />
)

type CardProps<Row> = Pick<RowsProps<Row>, 'columns' | 'selecting'> & { shown: Shown<Row> }

/** The name with its amount and its actions, and below it what else there is. */
function Card<Row>({ columns, selecting, shown: { row, index } }: CardProps<Row>) {
  const name = columns.find(column => column.pinned === 'left') ?? columns[0]
  const amount = columns.find(column => column.kind === 'points' && column !== name)
  const actions = columns.find(column => column.pinned === 'right')
  const rest = columns.filter(column => column !== name && column !== amount && column !== actions)
  return (
    <>
      <div className="kit-row-head">
        {row !== undefined && selecting && <SelectRow selecting={selecting} row={row} />}
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
    </>
  )
}

function cell<Row>(column: Column<Row> | undefined, row: Shown<Row>['row'], index: number) {
  if (!column) return null
  return row === undefined ? <Placeholder /> : contentOf(column, row as Row, index)
}

type SortProps<Row> = Pick<RowsProps<Row>, 'columns' | 'sort' | 'order' | 'onSort'>

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
