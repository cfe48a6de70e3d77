import type { HistoryRow } from '@cascade/contracts/live'
import { PageHeader } from '@cascade/ui-kit'
import { DataTable } from '@cascade/ui-kit/data'
import { useListState } from '@cascade/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { texts } from '../texts'
import { historyColumns, historyLine } from './bet-columns'
import { HistoryFilters, historyFacts } from './bet-filters'
import { historyFilters, historySource } from './calls'
import { TicketDialog } from './ticket-dialog'

export default function BetListPage() {
  const text = texts.useText()
  const queryClient = useQueryClient()
  const list = useListState({ filters: historyFilters, takesAsOf: true })
  const [viewed, setViewed] = useState<HistoryRow>()
  const columns = useMemo(() => historyColumns(setViewed), [])
  return (
    <>
      <PageHeader title={text('betList')} />
      <DataTable
        id="reports.bets"
        title={text('gameHistory')}
        columns={columns}
        rowKey={row => row.ticketId}
        source={historySource(queryClient)}
        list={list}
        search={text('searchBets')}
        filters={<HistoryFilters list={list} />}
        onPaper={({ rows }) => ({ facts: historyFacts(list.filters, rows) })}
        phone={{ line: historyLine }}
        empty={text('noHistory')}
        emptySearch={text('noHistory')}
      />
      {viewed && <TicketDialog ticket={viewed} onClose={() => setViewed(undefined)} />}
    </>
  )
}
