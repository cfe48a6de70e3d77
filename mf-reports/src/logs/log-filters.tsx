import { logOperations, logResults } from '@cascade/contracts/reports'
import { describeFilters, type FilterField, Filters, Input } from '@cascade/ui-kit/data'
import { DayPicker, Segmented } from '@cascade/ui-kit/forms'
import type { ListState } from '@cascade/web-kit'
import { UserFilter } from '../shared/user-filter'
import { texts } from '../texts'
import type { logFilters } from './calls'

type Filter = keyof typeof logFilters

/** Kind, day and person are always visible; other filters are in a panel, with chips for active ones. */
export function LogFilters({ list }: { list: ListState<Filter> }) {
  const text = texts.useText()
  const { filters, setFilter } = list
  return (
    <>
      <Segmented
        aria-label={text('actsOrPlay')}
        value={filters.kind}
        onChange={kind => setFilter('kind', kind)}
        options={[
          { value: '', label: text('acts') },
          { value: 'play', label: text('play') },
          { value: 'reads', label: text('reads') },
        ]}
      />
      <DayPicker
        value={filters.date}
        onChange={date => setFilter('date', date)}
        placeholder={text('allDays')}
        aria-label={text('date')}
        style={{ width: 150 }}
      />
      <UserFilter
        value={filters.user}
        onChange={username => setFilter('user', username)}
        label={text('person')}
        placeholder={text('allPersons')}
      />
      <Filters list={list} fields={buildFields(text)} />
    </>
  )
}

/** Filters as text for printing. */
export function logFacts(list: ListState<Filter>) {
  const { text } = texts
  const { kind, date, user } = list.filters
  return [
    [text('actsOrPlay'), text(kind === 'play' || kind === 'reads' ? kind : 'acts')] as const,
    [text('date'), date || text('allDays')] as const,
    [text('person'), user] as const,
    ...describeFilters({ list, fields: buildFields(text) }),
  ]
}

function buildFields(text: ReturnType<typeof texts.useText>): FilterField<Filter>[] {
  const operations = logOperations.map(value => ({
    value,
    label: text(value === 'backups' ? 'backupsOperation' : value),
  }))
  return [
    { kind: 'choice', name: 'operation', label: text('operation'), options: operations },
    {
      kind: 'choice',
      name: 'result',
      label: text('outcome'),
      options: logResults.map(value => ({ value, label: text(value) })),
    },
    createWordField('object', { label: text('object'), hint: text('objectName') }),
    createWordField('ip', { label: text('ipAddress'), hint: text('network') }),
  ]
}

/** A filter for a complete word, applied on Enter or blur. */
const createWordField = (
  name: 'object' | 'ip',
  { label, hint }: { label: string; hint: string },
): FilterField<Filter> => ({
  kind: 'other',
  name,
  label,
  shown: value => value,
  control: ({ id, value, onChange }) => (
    <Input
      id={id}
      key={value}
      defaultValue={value}
      placeholder={hint}
      maxLength={name === 'ip' ? 45 : 100}
      onPressEnter={event => onChange(event.currentTarget.value.trim())}
      onBlur={event => onChange(event.currentTarget.value.trim())}
    />
  ),
})
