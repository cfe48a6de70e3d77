import './tools.css'
import { localStore, useSession } from '@cascade/web-kit'
import { Button, Checkbox, Segmented } from 'antd'
import { type KeyboardEvent, useCallback, useMemo, useState } from 'react'
import { ArrowDownIcon, ArrowUpIcon, PinIcon, SettingsIcon } from '../../icons/data-icons'
import type { Column } from './columns'
import { PopoverButton } from './search'
import { tableTexts } from './table-texts'

export type Density = 'compact' | 'comfortable'

export type TableSettings = {
  hidden: readonly string[]
  chosen: readonly string[]
  /** Keys in the user's order; other columns follow. */
  order: readonly string[]
  pinned: readonly string[]
  density: Density
}

const defaults: TableSettings = { hidden: [], chosen: [], order: [], pinned: [], density: 'compact' }

function read(key: string): TableSettings {
  try {
    return { ...defaults, ...(JSON.parse(localStore.getItem(key) ?? '{}') as Partial<TableSettings>) }
  } catch {
    return defaults
  }
}

export function useTableSettings(tableId: string) {
  const userId = useSession(state => state.user?._id ?? 'anyone')
  const key = `cascade.table.${userId}.${tableId}`
  const [settings, setSettings] = useState(() => read(key))
  const change = useCallback(
    (patch: Partial<TableSettings>) =>
      setSettings(current => {
        const next = { ...current, ...patch }
        localStore.setItem(key, JSON.stringify(next))
        return next
      }),
    [key],
  )
  const reset = useCallback(() => change(defaults), [change])
  return useMemo(() => ({ settings, change, reset }), [settings, change, reset])
}

function orderedColumns<Row>(columns: readonly Column<Row>[], { order }: TableSettings): Column<Row>[] {
  const place = (column: Column<Row>) => {
    const index = order.indexOf(column.key)
    return index < 0 ? order.length + columns.indexOf(column) : index
  }
  return [...columns].sort((a, b) => place(a) - place(b))
}

const isVisible = <Row,>({ key, optional }: Column<Row>, { hidden, chosen }: TableSettings) =>
  optional ? chosen.includes(key) : !hidden.includes(key)

/** Makes the optional columns that the user chose regular ones. */
export const withChosen = <Row,>(columns: readonly Column<Row>[], { chosen }: TableSettings): Column<Row>[] =>
  columns.map(column => (chosen.includes(column.key) ? { ...column, optional: false } : column))

/** Visible columns in the user's order, with pinned ones at the sides. */
export function visibleColumns<Row>(columns: readonly Column<Row>[], settings: TableSettings): Column<Row>[] {
  const visible = orderedColumns(columns, settings)
    .filter(column => isVisible(column, settings))
    .map(column => (settings.pinned.includes(column.key) ? { ...column, pinned: 'left' as const } : column))
  const at = (side: 'left' | 'right' | undefined) => visible.filter(column => column.pinned === side)
  return [...at('left'), ...at(undefined), ...at('right')]
}

type Props<Row> = {
  columns: readonly Column<Row>[]
  settings: TableSettings
  onChange: (patch: Partial<TableSettings>) => void
  onReset: () => void
}

export function ColumnSettings<Row>(props: Props<Row>) {
  const text = tableTexts.useText()
  return (
    <PopoverButton
      label={text('columns')}
      icon={<SettingsIcon />}
      panel={({ onKeyDown }) => <SettingsPanel {...props} onKeyDown={onKeyDown} />}
    />
  )
}

const toggle = (list: readonly string[], key: string) =>
  list.includes(key) ? list.filter(each => each !== key) : [...list, key]

const toggleColumn = <Row,>({ key, optional }: Column<Row>, { hidden, chosen }: TableSettings) =>
  optional ? { chosen: toggle(chosen, key) } : { hidden: toggle(hidden, key) }

type PanelProps<Row> = Props<Row> & { onKeyDown: (event: KeyboardEvent) => void }

function SettingsPanel<Row>({ columns, settings, onChange, onReset, onKeyDown }: PanelProps<Row>) {
  const text = tableTexts.useText()
  const movable = orderedColumns(columns, settings).filter(column => column.hideable !== false)
  const move = (index: number, step: -1 | 1) => {
    const keys = movable.map(column => column.key)
    const [key] = keys.splice(index, 1)
    if (key) keys.splice(index + step, 0, key)
    onChange({ order: keys })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys that bubble from the controls inside
    <div className="kit-columns" onKeyDown={onKeyDown}>
      <Segmented<Density>
        block
        size="small"
        aria-label={text('density')}
        value={settings.density}
        onChange={density => onChange({ density })}
        options={[
          { value: 'compact', label: text('compact') },
          { value: 'comfortable', label: text('comfortable') },
        ]}
      />
      <ul>
        {movable.map((column, index) => (
          <li key={column.key}>
            <Checkbox checked={isVisible(column, settings)} onChange={() => onChange(toggleColumn(column, settings))}>
              {column.title}
            </Checkbox>
            <Button
              type="text"
              size="small"
              icon={<ArrowUpIcon />}
              disabled={index === 0}
              aria-label={text('moveUp', { column: column.title })}
              onClick={() => move(index, -1)}
            />
            <Button
              type="text"
              size="small"
              icon={<ArrowDownIcon />}
              disabled={index === movable.length - 1}
              aria-label={text('moveDown', { column: column.title })}
              onClick={() => move(index, 1)}
            />
            <Button
              type={settings.pinned.includes(column.key) ? 'link' : 'text'}
              size="small"
              icon={<PinIcon />}
              aria-pressed={settings.pinned.includes(column.key)}
              aria-label={text('pin', { column: column.title })}
              onClick={() => onChange({ pinned: toggle(settings.pinned, column.key) })}
            />
          </li>
        ))}
      </ul>
      <Button size="small" type="link" onClick={onReset}>
        {text('resetColumns')}
      </Button>
    </div>
  )
}
