import { Button, Checkbox, Segmented } from 'antd'
import type { KeyboardEvent } from 'react'
import { ArrowDownIcon, ArrowUpIcon, PinIcon } from '../../icons/data-icons'
import type { Column } from './columns'
import { type Density, isVisible, orderedColumns, type TableSettings } from './settings'
import { tableTexts } from './table-texts'

export type ColumnSettingsProps<Row> = {
  columns: readonly Column<Row>[]
  settings: TableSettings
  onChange: (patch: Partial<TableSettings>) => void
  onReset: () => void
}

const toggle = (list: readonly string[], key: string) =>
  list.includes(key) ? list.filter(each => each !== key) : [...list, key]

const toggleColumn = <Row,>({ key, optional }: Column<Row>, { hidden, chosen }: TableSettings) =>
  optional ? { chosen: toggle(chosen, key) } : { hidden: toggle(hidden, key) }

type Props<Row> = ColumnSettingsProps<Row> & { onKeyDown: (event: KeyboardEvent) => void }

export function SettingsPanel<Row>({ columns, settings, onChange, onReset, onKeyDown }: Props<Row>) {
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
