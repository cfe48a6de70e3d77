import './phone.css'
import type { ListState } from '@cascade/web-kit'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { FilterIcon, MoreIcon } from '../../icons/data-icons'
import { Select } from '../select'
import { AsOfSwitch } from '../table/as-of-switch'
import { type Column, sortFieldOf } from '../table/columns'
import { SearchBox } from '../table/search'
import { tableTexts } from '../table/table-texts'
import { Sheet } from './sheet'

type Props<Row> = {
  list: Omit<ListState<string>, 'setFilter' | 'setFilters'>
  columns: readonly Column<Row>[]
  title: ReactNode
  search: string | false | undefined
  filters: ReactNode
  onClearFilters: () => void
  total: string | undefined
  tools: ReactNode
  /** Row selection; undefined for lists without it. */
  selecting: { isOn: boolean; onChange: (isOn: boolean) => void } | undefined
}

/** Toolbar of a list on a phone: search, filters in a sheet, and other tools in another. */
export function PhoneBar<Row>(props: Props<Row>) {
  const { list, columns, title, search, filters, total, tools, selecting } = props
  const text = tableTexts.useText()
  const [sheet, setSheet] = useState<'filters' | 'tools'>()
  const close = () => setSheet(undefined)
  const isPast = list.takesAsOf && list.params.asOf !== undefined
  const count = list.activeFilterCount
  return (
    <div className="kit-phone-bar">
      {title && <h2>{title}</h2>}
      <div>
        {search !== false && <SearchBox list={list} placeholder={search} />}
        {filters && (
          <Button
            icon={<FilterIcon />}
            type={count > 0 ? 'primary' : 'default'}
            aria-haspopup="dialog"
            onClick={() => setSheet('filters')}
          >
            {count > 0 ? text('filtersSet', { count }) : text('filters')}
          </Button>
        )}
        <Button
          icon={<MoreIcon />}
          aria-haspopup="dialog"
          aria-label={text('tools')}
          onClick={() => setSheet('tools')}
        />
      </div>
      {isPast && <AsOfSwitch />}
      <Sheet
        open={sheet === 'filters'}
        onClose={close}
        title={text('filters')}
        footer={
          <>
            <Button disabled={!list.isFiltered} onClick={props.onClearFilters}>
              {text('clearFilters')}
            </Button>
            <Button type="primary" onClick={close}>
              {total === undefined ? text('close') : text('showRows', { total })}
            </Button>
          </>
        }
      >
        <div className="kit-sheet-filters">{filters}</div>
      </Sheet>
      <Sheet keepMounted open={sheet === 'tools'} onClose={close} title={text('tools')}>
        <div className="kit-sheet-tools">
          <SortChoice columns={columns} list={list} />
          {list.takesAsOf && !isPast && <AsOfSwitch />}
          {tools}
          {selecting && (
            <Button
              aria-pressed={selecting.isOn}
              onClick={() => {
                selecting.onChange(!selecting.isOn)
                close()
              }}
            >
              {text(selecting.isOn ? 'selectNone' : 'selectRows')}
            </Button>
          )}
        </div>
      </Sheet>
    </div>
  )
}

type SortProps<Row> = Pick<Props<Row>, 'columns' | 'list'>

function SortChoice<Row>({ columns, list: { sort, order, setSort } }: SortProps<Row>) {
  const text = tableTexts.useText()
  const sortable = columns.filter(column => column.sortable)
  if (sortable.length === 0) return null
  const options = sortable.flatMap(column =>
    (['asc', 'desc'] as const).map(each => ({
      value: `${sortFieldOf(column)} ${each}`,
      label: `${column.title} ${each === 'asc' ? '↑' : '↓'}`,
    })),
  )
  return (
    <Select
      aria-label={text('sort')}
      value={sort === '' ? '' : `${sort} ${order}`}
      options={[{ value: '', label: text('ownOrder') }, ...options]}
      onChange={chosen => {
        const [field, direction] = chosen.split(' ')
        setSort(field === '' ? undefined : field, direction === 'desc' ? 'desc' : 'asc')
      }}
    />
  )
}
