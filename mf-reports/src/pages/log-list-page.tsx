import { formatCount, PageHeader } from '@cascade/ui-kit'
import { DataTable, DayPicker } from '@cascade/ui-kit/data'
import { useListState } from '@cascade/web-kit'
import { logFilters, logsSource } from '../features/logs/api/logs-source'
import { logColumns, logExportColumns } from '../features/logs/components/log-columns'
import { texts } from '../texts'

const logsFile = { file: 'logs.csv', columns: logExportColumns }

export default function LogListPage() {
  const text = texts.useText()
  const list = useListState({ filters: logFilters })
  const entries = (shown: number, total: number) =>
    text('entries', { shown: formatCount(shown), total: formatCount(total) })
  const day = (
    <DayPicker
      value={list.filters.date}
      onChange={date => list.setFilter('date', date)}
      placeholder={text('allDays')}
      aria-label={text('date')}
      style={{ width: 150 }}
    />
  )
  return (
    <>
      <PageHeader title={text('logActivities')} />
      <DataTable
        id="reports.logs"
        columns={logColumns}
        rowKey={log => log._id}
        source={logsSource()}
        list={list}
        search={text('searchLogs')}
        filters={day}
        exportAs={logsFile}
        footer={entries}
      />
    </>
  )
}
