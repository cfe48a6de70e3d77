import { formatCount, PageHeader, useNarrow } from '@cascade/ui-kit'
import { DataTable } from '@cascade/ui-kit/data'
import { useListState } from '@cascade/web-kit'
import { useQueryClient } from '@tanstack/react-query'
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
      <PageHeader title={text('logActivities')} />
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
