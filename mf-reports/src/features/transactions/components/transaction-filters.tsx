import { TransactionStatus, transactionTypes } from '@cascade/contracts/reports'
import { Select } from '@cascade/ui-kit/data'
import { DayPicker } from '@cascade/ui-kit/forms'
import type { ListState } from '@cascade/web-kit'
import { AsOfFilter } from '../../../shared/components/as-of-filter'
import { UserFilter } from '../../../shared/components/user-filter'
import { texts } from '../../../texts'
import type { transactionFilters } from '../api/transactions-source'
import { AmountFilter } from './amount-filter'

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
        style={{ width: 140 }}
      />
      <AmountFilter
        from={filters.amountFrom}
        to={filters.amountTo}
        onChange={(amountFrom, amountTo) => list.setFilters({ amountFrom, amountTo })}
      />
      <AsOfFilter value={filters.asOf} onChange={asOf => setFilter('asOf', asOf)} />
    </>
  )
}
