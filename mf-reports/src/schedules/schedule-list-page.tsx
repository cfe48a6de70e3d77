import { type Schedule, scheduleApi, scheduledReportNames, scheduleTexts } from '@cascade/contracts/reports'
import {
  AddIcon,
  Alert,
  Button,
  DeleteIcon,
  Drawer,
  EditIcon,
  PageHeader,
  RemoteBoundary,
  StatusBadge,
  useRemoval,
} from '@cascade/ui-kit'
import { type Column, DataTable, RowActions } from '@cascade/ui-kit/data'
import { useListState, useMayCall } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mailQuery, schedulesSource, useRemoveSchedule } from './calls'
import { ScheduleForm } from './schedule-form'
import { schedulePageTexts } from './texts'

/** The user's own reports by mail. */
export default function ScheduleListPage() {
  const text = schedulePageTexts.useText()
  const list = useListState()
  const removal = useRemoval()
  const remove = useRemoveSchedule()
  const [form, setForm] = useState<{ schedule?: Schedule }>()
  const close = () => setForm(undefined)

  const removeConfirmed = ({ _id: id, report }: Schedule) =>
    removal(() => remove.mutateAsync({ params: { id } }), {
      title: text('removeTitle'),
      text: text('removeText', { report: scheduledReportNames[report] }),
      confirmLabel: text('remove'),
      done: scheduleTexts.removed,
      failed: text('removeFailed'),
    })
  const mayAdd = useMayCall(scheduleApi.create)
  const renderAddButton = (label: string) =>
    mayAdd && (
      <Button type="primary" icon={<AddIcon />} onClick={() => setForm({})}>
        {label}
      </Button>
    )
  const columns: Column<Schedule>[] = [
    ...scheduleColumns,
    {
      key: 'action',
      title: text('actions'),
      hideable: false,
      pinned: 'right',
      render: row => (
        <RowActions
          of={scheduledReportNames[row.report]}
          actions={[
            {
              key: 'edit',
              label: text('edit'),
              icon: <EditIcon />,
              onClick: () => setForm({ schedule: row }),
              call: scheduleApi.change,
            },
            {
              key: 'remove',
              label: text('remove'),
              icon: <DeleteIcon />,
              danger: true,
              onClick: () => void removeConfirmed(row),
              call: scheduleApi.remove,
            },
          ]}
        />
      ),
    },
  ]
  return (
    <>
      <PageHeader title={text('schedules')} note={text('schedulesNote')} actions={renderAddButton(text('add'))} />
      <MailNote />
      <DataTable
        id="reports.schedules"
        columns={columns}
        rowKey={({ _id }) => _id}
        source={schedulesSource}
        list={list}
        search={false}
        empty={text('noSchedules')}
        emptyAction={renderAddButton(text('addFirst'))}
      />
      <Drawer
        open={form !== undefined}
        onClose={close}
        title={text(form?.schedule ? 'editTitle' : 'add')}
        size="min(520px, 100vw)"
        destroyOnHidden
      >
        <RemoteBoundary>
          <ScheduleForm schedule={form?.schedule} onClose={close} />
        </RemoteBoundary>
      </Drawer>
    </>
  )
}

/** Where mail goes, or why none is sent; nothing while that is unknown. */
function MailNote() {
  const text = schedulePageTexts.useText()
  const { data } = useQuery({ ...mailQuery(), throwOnError: false })
  if (!data) return null
  if (data.mail && data.address) return <p>{text('mailTo', { address: data.address })}</p>
  return (
    <Alert
      role="note"
      type="warning"
      showIcon
      title={text(data.mail ? 'noAddress' : 'noServer')}
      style={{ marginBottom: 16 }}
    />
  )
}

const { text: title } = schedulePageTexts

const describeFilters = ({ query }: Schedule) =>
  Object.entries(query)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ')

function describeLast({ last }: Schedule): string {
  if (!last) return title('none')
  const state = title(last.state === 'sent' ? 'sent' : 'failedState')
  return title('lastOf', { state, days: [...new Set([last.from, last.to])].join(' – ') })
}

function LastMail({ schedule }: { schedule: Schedule }) {
  const words = describeLast(schedule)
  if (!schedule.last) return words
  return <StatusBadge tone={schedule.last.state === 'sent' ? 'success' : 'danger'}>{words}</StatusBadge>
}

const scheduleColumns: readonly Column<Schedule>[] = [
  { key: 'report', title: title('report'), value: ({ report }) => scheduledReportNames[report] },
  { key: 'filters', title: title('filters'), value: describeFilters },
  {
    key: 'frequency',
    title: title('frequency'),
    value: ({ frequency, at }) => title('when', { frequency: title(frequency), at }),
  },
  { key: 'format', title: title('format'), value: ({ format }) => title(format) },
  { key: 'nextAt', title: title('nextAt'), value: ({ nextAt }) => nextAt, kind: 'dateTime' },
  { key: 'last', title: title('last'), value: describeLast, render: row => <LastMail schedule={row} /> },
]
