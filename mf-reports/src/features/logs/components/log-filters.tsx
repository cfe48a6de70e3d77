import { logResults } from '@cascade/contracts/reports'
import { Select } from '@cascade/ui-kit/data'
import { DayPicker } from '@cascade/ui-kit/forms'
import type { ListState } from '@cascade/web-kit'
import { UserFilter } from '../../../shared/components/user-filter'
import { texts } from '../../../texts'
import type { logFilters } from '../api/logs-source'

export function LogFilters({ list: { filters, setFilter } }: { list: ListState<keyof typeof logFilters> }) {
  const text = texts.useText()
  return (
    <>
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
      <Select
        allowClear
        value={filters.result || undefined}
        options={logResults.map(value => ({ value, label: text(value) }))}
        placeholder={text('allOutcomes')}
        aria-label={text('outcome')}
        onChange={result => setFilter('result', result ?? '')}
        style={{ width: 150 }}
      />
    </>
  )
}
