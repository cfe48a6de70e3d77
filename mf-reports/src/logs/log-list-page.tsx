import { reportsApi } from '@cascade/contracts/reports'
import { formatCount, formatDateTime, PageHeader, useNarrow } from '@cascade/ui-kit'
import { DataTable } from '@cascade/ui-kit/data'
import { readQuery, useListState } from '@cascade/web-kit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { texts } from '../texts'
import { logFilters, logsSource } from './calls'
import { logColumns, logExportColumns, logLine, narrowLogColumns } from './log-columns'
import { LogFilters, logFacts } from './log-filters'

const logsFile = { file: 'logs.csv', sheet: 'Logs', columns: logExportColumns, free: true }

export default function LogListPage() {
  const text = texts.useText()
  const queryClient = useQueryClient()
  const list = useListState({ filters: logFilters })
  const isNarrow = useNarrow(1600)
  const entries = (shown: number, total: number) =>
    text('entries', { shown: formatCount(shown), total: formatCount(total) })
  return (
    <>
      <PageHeader title={text('logActivities')} note={<SealNote />} />
      <DataTable
        id="reports.logs"
        columns={isNarrow ? narrowLogColumns : logColumns}
        rowKey={log => log._id}
        source={logsSource(queryClient)}
        list={list}
        search={text('searchLogs')}
        filters={<LogFilters list={list} />}
        exportAs={logsFile}
        onPaper={() => ({ facts: logFacts(list) })}
        phone={{ line: logLine }}
        footer={entries}
      />
    </>
  )
}

/** Up to when the log is sealed; nothing while that is unknown. */
function SealNote() {
  const text = texts.useText()
  const head = useQuery({ ...readQuery(reportsApi.logHead), throwOnError: false }).data
  return head ? text('sealed', { time: formatDateTime(head.at).slice(11), entries: formatCount(head.size) }) : null
}
