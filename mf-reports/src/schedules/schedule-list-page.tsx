import { type Schedule, scheduleApi, scheduledReportNames, scheduleTexts } from '@cascade/contracts/reports'
import { Alert, StatusBadge } from '@cascade/ui-kit'
import type { Column } from '@cascade/ui-kit/data'
import { EditableList } from '@cascade/ui-kit/forms'
import { useQuery } from '@tanstack/react-query'
import { mailQuery, schedulesSource, useRemoveSchedule } from './calls'
import { ScheduleForm } from './schedule-form'
import { schedulePageTexts } from './texts'

/** The user's own reports by mail. */
export default function ScheduleListPage() {
  const text = schedulePageTexts.useText()
  return (
    <EditableList
      id="reports.schedules"
      title={text('schedules')}
      note={text('schedulesNote')}
      empty={text('noSchedules')}
      text={text}
      api={scheduleApi}
      columns={scheduleColumns}
      source={schedulesSource}
      nameOf={({ report }) => scheduledReportNames[report]}
      remove={useRemoveSchedule()}
      removal={({ report }) => ({
        text: text('removeText', { report: scheduledReportNames[report] }),
        done: scheduleTexts.removed,
        failed: text('removeFailed'),
      })}
      form={(schedule, close) => <ScheduleForm schedule={schedule} onClose={close} />}
    >
      <MailNote />
    </EditableList>
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
