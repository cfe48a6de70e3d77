import { type AnyEndpoint, presets } from '@cascade/contracts'
import { Button } from '@cascade/ui-kit'
import { Modal, Select } from '@cascade/ui-kit/data'
import { DayPicker, Field, Form } from '@cascade/ui-kit/forms'
import { type ListParams, type ListState, listSource } from '@cascade/web-kit'
import { useState } from 'react'
import { texts } from '../texts'

type Props = {
  list: Pick<ListState<PeriodFilterName>, 'filters' | 'setFilters'>
  dialogTitle: string
}

const presetOrder = [
  'lastSixMonths',
  'currentMonth',
  'lastMonth',
  'lastWeek',
  'currentWeek',
  'yesterday',
  'today',
  'dateRange',
] as const

/** Period of a report: a preset, or a date range chosen in a dialog. */
export function PeriodFilter({ list, dialogTitle }: Props) {
  const text = texts.useText()
  const [isOpen, setIsOpen] = useState(false)
  const { filters, setFilters } = list
  const options = presetOrder.map(name => ({ value: String(presets[name]), label: text(name) }))
  const choose = (preset: string) => {
    // Reopen the dialog if the range is selected again.
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
        style={{ width: 136 }}
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

/** Widens the period; offered for an empty report. */
export function LongerPeriod({ list }: Pick<Props, 'list'>) {
  const text = texts.useText()
  const widen = () => list.setFilters({ preset: String(presets.lastSixMonths), startDate: '', endDate: '' })
  return <Button onClick={widen}>{text('lastSixMonths')}</Button>
}

type DateRangeDialogProps = {
  title: string
  from: string
  to: string
  onChoose: (from: string, to: string) => void
  onCancel: () => void
}
type Days = { from: string; to: string }

function DateRangeDialog({ title, from, to, onChoose, onCancel }: DateRangeDialogProps) {
  const text = texts.useText()
  const [form] = Form.useForm<Days>()
  const [fault, setFault] = useState<string>()
  const submit = (days: Days) => {
    if (!days.from || !days.to) setFault(text('chooseDates'))
    else if (days.to < days.from) setFault(text('endBeforeStart'))
    else onChoose(days.from, days.to)
  }
  return (
    <Modal open title={title} onCancel={onCancel} footer={null} width={380}>
      <Form<Days> form={form} layout="vertical" initialValues={{ from, to }} onFinish={submit}>
        <Field name="from" label={text('fromDate')}>
          <DayPicker style={{ width: '100%' }} />
        </Field>
        <Field name="to" label={text('toDate')}>
          <DayPicker style={{ width: '100%' }} />
        </Field>
        {fault && (
          <p className="reports-fault" role="alert">
            {fault}
          </p>
        )}
        <Button type="primary" htmlType="submit" block>
          {text('getSummary')}
        </Button>
      </Form>
    </Modal>
  )
}

/** Period filters as in the URL: a preset or a date range. */
export const periodFilters = { preset: String(presets.today), startDate: '', endDate: '' }
type PeriodFilterName = keyof typeof periodFilters

/** Period as text for printing. @param days the resolved days, if the server returns them */
export function periodFact(
  { preset, startDate, endDate }: Record<PeriodFilterName, string>,
  days: { startDate?: string | undefined; endDate?: string | undefined } = { startDate, endDate },
): readonly [string, string] {
  const name = presetOrder.find(each => String(presets[each]) === preset)
  const range = [...new Set([days.startDate, days.endDate].filter(Boolean))].join(' – ')
  const words = name && name !== 'dateRange' ? texts.text(name) : ''
  return [texts.text('period'), [words, range].filter(Boolean).join(', ')]
}

/** Converts the period to query parameters: a range without preset, or a preset without days. */
export function toPeriodQuery({ preset, startDate, endDate, ...rest }: ListParams): ListParams {
  const isRange = preset === String(presets.dateRange)
  if (isRange && startDate && endDate) return { ...rest, startDate, endDate }
  return { ...rest, preset: isRange ? periodFilters.preset : preset }
}

/** List source of an endpoint with period filters. */
export function periodSource<E extends AnyEndpoint>(endpoint: E) {
  const { key, load } = listSource(endpoint)
  return { key, load: (params: ListParams, signal?: AbortSignal) => load(toPeriodQuery(params), signal) }
}

export const toDayPeriod = (day: string) => ({ preset: String(presets.dateRange), startDate: day, endDate: day })
