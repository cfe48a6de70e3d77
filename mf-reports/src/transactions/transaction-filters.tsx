import './transactions.css'
import { TransactionStatus, transactionTypes } from '@cascade/contracts/reports'
import { PointsFilter, Select } from '@cascade/ui-kit/data'
import { DayPicker } from '@cascade/ui-kit/forms'
import type { ListState } from '@cascade/web-kit'
import { UserFilter } from '../shared/user-filter'
import { texts } from '../texts'
import type { transactionFilters } from './calls'

type Props = { list: ListState<keyof typeof transactionFilters> }

export function TransactionFilters({ list }: Props) {
  const text = texts.useText()
  const { filters, setFilter } = list
  const statuses = TransactionStatus.options.map(value => ({ value, label: text(value) }))
  const kinds = transactionTypes.map(value => ({ value, label: text(value) }))
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
      <Select
        allowClear
        value={filters.kind || undefined}
        options={kinds}
        placeholder={text('allKinds')}
        aria-label={text('kind')}
        onChange={kind => setFilter('kind', kind ?? '')}
        style={{ width: 120 }}
      />
      <span className="reports-amounts">
        {(['amountFrom', 'amountTo'] as const).map(end => (
          <PointsFilter
            key={end}
            least={0}
            value={filters[end]}
            onChange={points => setFilter(end, points)}
            placeholder={text(end)}
            aria-label={text(end)}
          />
        ))}
      </span>
    </>
  )
}

/** What is chosen, in words, for paper. */
export function transactionFacts({ date, status, user, kind, amountFrom, amountTo }: Props['list']['filters']) {
  const { text } = texts
  return [
    [text('date'), date || text('allDays')],
    [text('status'), status],
    [text('user'), user],
    [text('kind'), kind],
    [text('amountFrom'), amountFrom],
    [text('amountTo'), amountTo],
  ] as const
}
