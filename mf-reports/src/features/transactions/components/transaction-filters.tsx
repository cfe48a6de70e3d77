import { TransactionStatus } from '@cascade/contracts/reports'
import { DayPicker, Select } from '@cascade/ui-kit/data'
import type { ListState } from '@cascade/web-kit'
import { texts } from '../../../texts'
import type { transactionFilters } from '../api/transactions-source'
import { UserFilter } from './user-filter'

type Props = { list: ListState<keyof typeof transactionFilters> }

export function TransactionFilters({ list }: Props) {
  const text = texts.useText()
  const { filters, setFilter } = list
  const statuses = TransactionStatus.options.map(value => ({ value, label: text(value) }))
  return (
    <>
      <DayPicker
        value={filters.date}
        onChange={day => setFilter('date', day)}
        placeholder={text('allDays')}
        aria-label={text('date')}
        style={{ width: 150 }}
      />
      <Select
        allowClear
        value={filters.status || undefined}
        options={statuses}
        placeholder={text('allStatuses')}
        aria-label={text('status')}
        onChange={status => setFilter('status', status ?? '')}
        style={{ width: 150 }}
      />
      <UserFilter value={filters.user} onChange={username => setFilter('user', username)} />
    </>
  )
}
