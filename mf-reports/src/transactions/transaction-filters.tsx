import { TransactionStatus, transactionTypes } from '@cascade/contracts/reports'
import { describeFilters, type FilterField, Filters, Select } from '@cascade/ui-kit/data'
import { DayPicker } from '@cascade/ui-kit/forms'
import type { ListState } from '@cascade/web-kit'
import { UserFilter } from '../shared/user-filter'
import { texts } from '../texts'
import type { transactionFilters } from './calls'

type Filter = keyof typeof transactionFilters
type Props = { list: ListState<Filter> }

/** Day, status and user are always visible; other filters are in a panel, with chips for active ones. */
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
      <Filters list={list} fields={fieldsOf(text)} />
    </>
  )
}

/** Filters as text for printing. */
export function transactionFacts(list: Props['list']) {
  const { text } = texts
  const { date, status, user } = list.filters
  return [
    [text('date'), date || text('allDays')] as const,
    [text('status'), status] as const,
    [text('user'), user] as const,
    ...describeFilters({ list, fields: fieldsOf(text) }),
  ]
}

const fieldsOf = (text: ReturnType<typeof texts.useText>): FilterField<Filter>[] => [
  {
    kind: 'choice',
    name: 'kind',
    label: text('kind'),
    options: transactionTypes.map(value => ({ value, label: text(value) })),
  },
  { kind: 'points', from: 'amountFrom', to: 'amountTo', label: text('amount'), least: 0 },
]
