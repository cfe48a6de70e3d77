import { ArrowDownOutlined, ArrowUpOutlined, PushpinOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover, Segmented } from 'antd'
import type { Column } from './column'
import { type Density, orderedColumns, type TableSettings } from './table-settings'
import { tableTexts } from './table-texts'

type Props<Row> = {
  columns: readonly Column<Row>[]
  settings: TableSettings
  onChange: (patch: Partial<TableSettings>) => void
  onReset: () => void
}

/** Which columns are shown, in which order, which stay in view, and how tight the rows are. */
export function ColumnSettings<Row>(props: Props<Row>) {
  const text = tableTexts.useText()
  return (
    <Popover trigger="click" placement="bottomRight" destroyOnHidden content={<SettingsPanel {...props} />}>
      <Button icon={<SettingOutlined />} aria-label={text('columns')} title={text('columns')} />
    </Popover>
  )
}

const toggled = (list: readonly string[], key: string) =>
  list.includes(key) ? list.filter(each => each !== key) : [...list, key]

function SettingsPanel<Row>({ columns, settings, onChange, onReset }: Props<Row>) {
  const text = tableTexts.useText()
  const movable = orderedColumns(columns, settings).filter(column => column.hideable !== false)
  const move = (index: number, step: -1 | 1) => {
    const keys = movable.map(column => column.key)
    const [key] = keys.splice(index, 1)
    if (key) keys.splice(index + step, 0, key)
    onChange({ order: keys })
  }
  return (
    <div className="c-columns">
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
            <Checkbox
              checked={!settings.hidden.includes(column.key)}
              onChange={() => onChange({ hidden: toggled(settings.hidden, column.key) })}
            >
              {column.title}
            </Checkbox>
            <Button
              type="text"
              size="small"
              icon={<ArrowUpOutlined />}
              disabled={index === 0}
              aria-label={text('moveUp', { column: column.title })}
              onClick={() => move(index, -1)}
            />
            <Button
              type="text"
              size="small"
              icon={<ArrowDownOutlined />}
              disabled={index === movable.length - 1}
              aria-label={text('moveDown', { column: column.title })}
              onClick={() => move(index, 1)}
            />
            <Button
              type={settings.pinned.includes(column.key) ? 'link' : 'text'}
              size="small"
              icon={<PushpinOutlined />}
              aria-pressed={settings.pinned.includes(column.key)}
              aria-label={text('pin', { column: column.title })}
              onClick={() => onChange({ pinned: toggled(settings.pinned, column.key) })}
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
