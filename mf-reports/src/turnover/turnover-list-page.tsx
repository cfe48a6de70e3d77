import { roleLabels } from '@cascade/contracts'
import type { Sums } from '@cascade/contracts/reports'
import { PageHeader } from '@cascade/ui-kit'
import { DataTable } from '@cascade/ui-kit/data'
import { useListState } from '@cascade/web-kit'
import { ReportCharts } from '../charts/report-charts'
import { AboutReport } from '../shared/about-report'
import { PeriodFilter, periodFact, toDayPeriod } from '../shared/period-filter'
import { printedSums, SumList, sumFigures } from '../shared/sums'
import { useBetsOfGame } from '../shared/use-bets-of-game'
import { texts } from '../texts'
import { turnoverFilters, turnoverSource } from './calls'
import { LevelPath } from './level-path'
import { turnoverColumns, turnoverExportColumns } from './turnover-columns'

const sumNames = ['playPoints', 'winPoints', 'endPoints', 'commission', 'net'] as const
const turnoverFile = { file: 'TurnoverReport.xlsx', sheet: 'Turnover', columns: turnoverExportColumns }

export default function TurnoverListPage() {
  const text = texts.useText()
  const list = useListState({ filters: turnoverFilters, takesAsOf: true })
  const showBetsOf = useBetsOfGame(list.filters)
  return (
    <>
      <PageHeader title={text('turnoverReport')} />
      <DataTable
        id="reports.turnover"
        title={page => page && roleLabels[page.role]}
        columns={turnoverColumns}
        rowKey={row => row.id}
        source={turnoverSource()}
        list={list}
        search={text('searchAccounts')}
        filters={<PeriodFilter list={list} dialogTitle={text('dateRange')} />}
        summary={page => (
          <>
            <LevelPath path={page.path} />
            <TurnoverSums summary={page.summary} />
            <AboutReport {...page} />
          </>
        )}
        exportAs={turnoverFile}
        onPaper={({ rows, first }) => ({
          facts: [
            periodFact(list.filters, first),
            [text('levels'), first.path.map(({ username }) => username).join(' › ')],
          ],
          figures: sumFigures(turnoverSums(printedSums({ rows, first }, sumNames))),
        })}
      />
      <ReportCharts
        params={{ ...list.filters, asOf: list.params.asOf }}
        onDay={day => list.setFilters(toDayPeriod(day))}
        onBranch={({ id, role }) => list.setFilters({ id, role })}
        onGame={({ gameId }) => showBetsOf(gameId)}
      />
    </>
  )
}

export function TurnoverSums({ summary }: { summary: Sums }) {
  return <SumList sums={turnoverSums(summary)} />
}

function turnoverSums(summary: Sums) {
  const { text } = texts
  return [
    { label: text('totalPlay'), value: summary.playPoints },
    { label: text('totalWin'), value: summary.winPoints },
    { label: text('endPoint'), value: summary.endPoints },
    { label: text('totalCommission'), value: summary.commission },
    { label: text('net'), value: summary.net },
  ]
}
