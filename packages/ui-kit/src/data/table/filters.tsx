import './tools.css'
import { issueText, Points, parseNumber } from '@cascade/contracts'
import type { ListState } from '@cascade/web-kit'
import { Badge, Button, Input, Popover, Tag } from 'antd'
import { type ReactNode, use, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { FilterIcon } from '../../icons/data-icons'
import { lazyWithRetry } from '../../remote/page-routes'
import { RemoteBoundary } from '../../remote/remote-boundary'
import { NumberFault } from '../form/number-input'
import { InSheet } from '../phone/sheet'
import { Select } from '../select'
import { tableTexts } from './table-texts'

/** Lazy: a calendar is half as large as a list. */
const DayPicker = lazyWithRetry(async () => ({ default: (await import('../form/day-picker')).DayPicker }))

type Control = { id: string; value: string; onChange: (value: string) => void }

/** A filter control; names are those of the filters in the address. */
export type FilterField<F extends string = string> = { label: string } & (
  | { kind: 'choice'; name: F; options: readonly { value: string; label: string }[] }
  /** Inclusive range of days. */
  | { kind: 'days'; from: F; to: F }
  /** `least` is the smallest valid amount. */
  | { kind: 'points'; from: F; to: F; least?: number }
  /** `shown` formats the value. */
  | { kind: 'other'; name: F; shown: (value: string) => ReactNode; control: (props: Control) => ReactNode }
)

type Props<F extends string> = {
  list: Pick<ListState<F>, 'filters' | 'setFilters'>
  fields: readonly FilterField<F>[]
}

/** A button that opens the filters of a list, and a chip for each active one. */
export function Filters<F extends string>({ list, fields }: Props<F>) {
  const text = tableTexts.useText()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const inSheet = use(InSheet) !== undefined
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  if (inSheet) return <Fields list={list} fields={fields} />
  const activeFields = fields.filter(field => filterNames(field).some(name => list.filters[name] !== ''))
  const clear = (cleared: readonly FilterField<F>[]) => list.setFilters(clearedValues(cleared.flatMap(filterNames)))
  return (
    <>
      <Popover
        trigger="click"
        placement="bottomLeft"
        destroyOnHidden
        open={open}
        onOpenChange={setOpen}
        content={<Panel list={list} fields={fields} onClose={close} />}
      >
        <Badge count={activeFields.length} size="small" color="var(--accent)">
          <Button ref={button} icon={<FilterIcon />} aria-expanded={open} aria-keyshortcuts="s" data-kit-filters>
            {text('filters')}
          </Button>
        </Badge>
      </Popover>
      {activeFields.length > 0 && (
        <div className="kit-chips">
          {activeFields.map(field => (
            <Tag
              key={field.label}
              closable={{ 'aria-label': text('clearFilter', { label: field.label }) }}
              onClose={event => {
                event.preventDefault()
                clear([field])
              }}
            >
              {field.label}: {describeValue(field, list.filters)}
            </Tag>
          ))}
          <Button type="link" size="small" onClick={() => clear(fields)}>
            {text('clearFilters')}
          </Button>
        </div>
      )}
    </>
  )
}

function Panel<F extends string>({ list, fields, onClose }: Props<F> & { onClose: () => void }) {
  const text = tableTexts.useText()
  const panel = useRef<HTMLDivElement>(null)
  // The panel opens at once; its fields follow in the next frame.
  const isOpen = useDeferredValue(true, false)
  useEffect(() => {
    if (isOpen) panel.current?.querySelector('input')?.focus()
  }, [isOpen])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys that bubble from the controls inside
    <div ref={panel} className="kit-filters" onKeyDown={({ key }) => key === 'Escape' && onClose()}>
      {isOpen && <Fields list={list} fields={fields} />}
      <Button size="small" onClick={onClose}>
        {text('close')}
      </Button>
    </div>
  )
}

const Fields = <F extends string>({ list, fields }: Props<F>) =>
  fields.map(field => (
    <fieldset key={field.label} className="kit-filter">
      <legend>{field.label}</legend>
      <Controls field={field} list={list} />
    </fieldset>
  ))

function Controls<F extends string>({ field, list }: { field: FilterField<F>; list: Props<F>['list'] }) {
  const text = tableTexts.useText()
  const put = (name: F) => (value: string) => list.setFilters({ [name]: value } as Partial<Record<F, string>>)
  if (field.kind === 'choice') {
    const options = [{ value: '', label: text('any') }, ...field.options]
    return (
      <Select aria-label={field.label} options={options} value={list.filters[field.name]} onChange={put(field.name)} />
    )
  }
  if (field.kind === 'other') {
    return field.control({ id: `filter-${field.name}`, value: list.filters[field.name], onChange: put(field.name) })
  }
  const Input = field.kind === 'days' ? DayPicker : PointsFilter
  const least = field.kind === 'points' && field.least !== undefined ? { least: field.least } : {}
  return (
    <RemoteBoundary loading={null}>
      {([field.from, field.to] as const).map((name, at) => {
        const end = text(at === 0 ? 'from' : 'to')
        return (
          <Input
            key={name}
            {...least}
            aria-label={`${field.label} ${end}`}
            placeholder={end}
            value={list.filters[name]}
            onChange={put(name)}
          />
        )
      })}
    </RemoteBoundary>
  )
}

export const describeFilters = <F extends string>({
  list,
  fields,
}: Props<F>): (readonly [label: string, value: string])[] =>
  fields
    .filter(field => filterNames(field).some(name => list.filters[name] !== ''))
    .map(field => {
      const value = describeValue(field, list.filters)
      return [field.label, typeof value === 'string' ? value : 'name' in field ? list.filters[field.name] : '']
    })

const filterNames = <F extends string>(field: FilterField<F>): readonly F[] =>
  'name' in field ? [field.name] : [field.from, field.to]

const clearedValues = <F extends string>(names: readonly F[]) =>
  Object.fromEntries(names.map(name => [name, ''])) as Partial<Record<F, string>>

function describeValue<F extends string>(field: FilterField<F>, filters: Record<F, string>): ReactNode {
  if (field.kind === 'choice') {
    const value = filters[field.name]
    return field.options.find(option => option.value === value)?.label ?? value
  }
  if (field.kind === 'other') return field.shown(filters[field.name])
  const [from, to] = [filters[field.from], filters[field.to]]
  return from !== '' && to !== '' ? `${from} – ${to}` : from !== '' ? `≥ ${from}` : `≤ ${to}`
}

type PointsFilterProps = {
  value: string
  onChange: (value: string) => void
  least?: number
  placeholder: string
  'aria-label': string
}

/** One end of a range of points; applied on blur or Enter, and only exactly as typed. */
function PointsFilter({ value, onChange, least = Number.NEGATIVE_INFINITY, ...rest }: PointsFilterProps) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const [isBlurred, setIsBlurred] = useState(false)
  const { value: points, error } = parseNumber(typed)
  const faultId = useId()
  const message = error ?? boundFault(points, least)
  const isFault = message !== undefined
  const settle = () => {
    setIsBlurred(true)
    const next = points === null ? '' : String(points)
    if (!isFault && next !== value) onChange(next)
  }
  return (
    <div className="kit-points-filter">
      <Input
        {...rest}
        inputMode="decimal"
        value={typed}
        status={isFault ? 'error' : ''}
        aria-invalid={isFault}
        aria-describedby={isBlurred && isFault ? faultId : undefined}
        onChange={event => {
          setTyped(event.target.value)
          setIsBlurred(false)
        }}
        onBlur={settle}
        onPressEnter={settle}
      />
      <NumberFault id={faultId} fault={isBlurred ? message : undefined} />
    </div>
  )
}

const boundFault = (points: number | null, least: number) =>
  points === null ? undefined : Points.min(least).safeParse(points, { error: issueText }).error?.issues[0]?.message
