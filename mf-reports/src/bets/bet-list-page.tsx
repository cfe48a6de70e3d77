import type { HistoryRow } from '@cascade/contracts/live'
import { Amount, formatCount, PageHeader } from '@cascade/ui-kit'
import { DataTable } from '@cascade/ui-kit/data'
import { VoidDialog } from '@cascade/ui-kit/forms'
import { type ListParams, useListState } from '@cascade/web-kit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { LongerPeriod } from '../shared/period-filter'
import { texts } from '../texts'
import { historyColumns, historyLine } from './bet-columns'
import { HistoryFilters, historyFacts } from './bet-filters'
import { historyFilters, historySource, historySumsQuery, useVoidTicket } from './calls'
import { TicketDialog } from './ticket-dialog'

export default function BetListPage() {
  const text = texts.useText()
  const queryClient = useQueryClient()
  const list = useListState({ filters: historyFilters, takesAsOf: true })
  const [viewed, setViewed] = useState<HistoryRow>()
  const [voided, setVoided] = useState<HistoryRow>()
  const { mutateAsync: voidTicket } = useVoidTicket()
  const columns = useMemo(() => historyColumns(setViewed, setVoided), [])
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
        emptyAction={<LongerPeriod list={list} />}
        below={<FilterSums params={list.params} />}
        empty={text('noHistory')}
        emptySearch={text('noHistory')}
      />
      {voided && (
        <VoidDialog
          ticket={{ username: voided.username, stake: voided.playpoints }}
          submit={reason => voidTicket({ params: { ticketId: voided.ticketId }, body: { reason } })}
          onClose={() => setVoided(undefined)}
        />
      )}
      {viewed && <TicketDialog ticket={viewed} onClose={() => setViewed(undefined)} />}
    </>
  )
}

/** Stakes and wins of the filter across pages, as far as they are counted. */
function FilterSums({ params }: { params: ListParams }) {
  const text = texts.useText()
  const { data } = useQuery(historySumsQuery(useQueryClient(), params))
  if (!data?.sums) return null
  const { tickets, playpoints, winpoints } = data.sums
  return (
    <span className="reports-bet-sums">
      {tickets < data.total && (
        <span>{text('newestOf', { tickets: formatCount(tickets), total: formatCount(data.total) })}</span>
      )}
      <span>
        {text('staked')} <Amount value={playpoints} />
      </span>
      <span>
        {text('won')} <Amount value={winpoints} />
      </span>
    </span>
  )
}
