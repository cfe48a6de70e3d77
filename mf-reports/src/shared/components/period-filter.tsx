import { presets } from '@cascade/contracts'
import { Select } from '@cascade/ui-kit/data'
import type { ListState } from '@cascade/web-kit'
import { useState } from 'react'
import { texts } from '../../texts'
import type { PeriodFilterName } from '../period'
import { DateRangeDialog } from './date-range-dialog'

type Props = {
  list: Pick<ListState<PeriodFilterName>, 'filters' | 'setFilters'>
  /** Title of the dialog that asks for the days. */
  dialogTitle: string
}

const order = [
  'lastSixMonths',
  'currentMonth',
  'lastMonth',
  'lastWeek',
  'currentWeek',
  'yesterday',
  'today',
  'dateRange',
] as const

/** The period of a report: a preset, or days that a dialog asks for. */
export function PeriodFilter({ list, dialogTitle }: Props) {
  const text = texts.useText()
  const [isOpen, setIsOpen] = useState(false)
  const { filters, setFilters } = list
  const options = order.map(name => ({ value: String(presets[name]), label: text(name) }))
  const choose = (preset: string) => {
    // Chosen again, the range is asked for again.
    if (preset === String(presets.dateRange)) setIsOpen(true)
    else setFilters({ preset, startDate: '', endDate: '' })
  }
  return (
    <>
      <Select
        value={filters.preset}
        options={options}
        onSelect={choose}
        aria-label={text('period')}
        style={{ width: 160 }}
      />
      {isOpen && (
        <DateRangeDialog
          title={dialogTitle}
          from={filters.startDate}
          to={filters.endDate}
          onChoose={(startDate, endDate) => {
            setFilters({ preset: String(presets.dateRange), startDate, endDate })
            setIsOpen(false)
          }}
          onCancel={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
