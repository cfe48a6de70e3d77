import {
  type Schedule,
  type ScheduledReportId,
  ScheduleInput,
  scheduledReportNames,
  scheduleFormats,
  scheduleFrequencies,
  scheduleTexts,
} from '@cascade/contracts/reports'
import { useToasts, zoneLabel } from '@cascade/ui-kit'
import { Input, Select } from '@cascade/ui-kit/data'
import { Field, Form, FormBody, Radio, toFieldErrors } from '@cascade/ui-kit/forms'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listOf, toReportQuery, useChangeSchedule, useCreateSchedule, viewsQuery } from './calls'
import { schedulePageTexts } from './texts'

type Props = { schedule: Schedule | undefined; onClose: () => void }
/** `view`: id of a saved view, `present` for the stored filters, or empty for all rows. */
type Values = Pick<Schedule, 'report' | 'frequency' | 'at' | 'format'> & { view: string }

const reports = Object.keys(scheduledReportNames) as ScheduledReportId[]

/** A new schedule, or a stored one. */
export function ScheduleForm({ schedule, onClose }: Props) {
  const text = schedulePageTexts.useText()
  const toasts = useToasts()
  const queryClient = useQueryClient()
  const views = useQuery(viewsQuery())
  const create = useCreateSchedule()
  const change = useChangeSchedule()

  const submit = async ({ view, report, ...timing }: Values) => {
    const search = views.data?.find(({ _id }) => _id === view)?.search ?? ''
    const query = view === 'present' ? schedule?.query : await toReportQuery(queryClient, report, search)
    const body = ScheduleInput.parse({ report, query, ...timing })
    const { message } = await (schedule
      ? change.mutateAsync({ params: { id: schedule._id }, body })
      : create.mutateAsync({ body }))
    toasts.success(message ?? scheduleTexts.changed)
  }
  const { report, frequency, at, format } = schedule ?? {
    ...{ report: 'turnover', frequency: 'daily', at: '07:00', format: 'xlsx' },
  }
  return (
    <FormBody<Values>
      title={text(schedule ? 'editTitle' : 'add')}
      initialValues={{ report, frequency, at, format, view: schedule ? 'present' : '' } as Values}
      validate={({ view: _, ...values }) => toFieldErrors(ScheduleInput, { ...values, query: {} })}
      submit={submit}
      onDone={onClose}
      onCancel={onClose}
      failure={text('failed')}
    >
      <Field name="report" label={text('report')} required>
        <Select options={reports.map(value => ({ value, label: scheduledReportNames[value] }))} />
      </Field>
      <ViewField views={views.data ?? []} stored={schedule?.report} />
      <Field name="frequency" label={text('frequency')} required>
        <Radio.Group options={scheduleFrequencies.map(value => ({ value, label: text(value) }))} />
      </Field>
      <Field name="at" label={text('at')} help={text('atHelp', { zone: zoneLabel() })} required>
        <Input type="time" />
      </Field>
      <Field name="format" label={text('format')} required>
        <Radio.Group options={scheduleFormats.map(value => ({ value, label: text(value) }))} />
      </Field>
    </FormBody>
  )
}

type ViewFieldProps = {
  views: readonly { _id: string; list: string; name: string }[]
  stored: ScheduledReportId | undefined
}

/** Rows of the chosen report: all, those of a saved view, or those of the stored schedule. */
function ViewField({ views, stored }: ViewFieldProps) {
  const text = schedulePageTexts.useText()
  const form = Form.useFormInstance<Values>()
  const report = Form.useWatch<ScheduledReportId | undefined>('report')
  const view = Form.useWatch<string | undefined>('view')
  const options = [
    ...(report === stored ? [{ value: 'present', label: text('presentFilters') }] : []),
    { value: '', label: text('allRows') },
    ...views
      .filter(({ list }) => report !== undefined && list === listOf[report])
      .map(({ _id, name }) => ({ value: _id, label: name })),
  ]
  const isOfReport = report === undefined || options.some(({ value }) => value === view)
  useEffect(() => {
    if (!isOfReport) form.setFieldValue('view', '')
  }, [isOfReport, form])
  return (
    <Field name="view" label={text('view')} help={text('viewHelp')}>
      <Select options={options} />
    </Field>
  )
}
