import { roleLabels } from '@cascade/contracts'
import { PageHeader } from '@cascade/ui-kit'
import { DataTable } from '@cascade/ui-kit/data'
import { useListState } from '@cascade/web-kit'
import { ReportCharts } from '../features/charts/components/report-charts'
import { turnoverFilters, turnoverSource } from '../features/turnover/api/turnover-source'
import { LevelPath } from '../features/turnover/components/level-path'
import { turnoverColumns, turnoverExportColumns } from '../features/turnover/components/turnover-columns'
import { TurnoverSums } from '../features/turnover/components/turnover-sums'
import { AboutReport } from '../shared/components/about-report'
import { PeriodFilter } from '../shared/components/period-filter'
import { dayAsPeriod } from '../shared/period'
import { useBetsOfGame } from '../shared/use-bets-of-game'
import { texts } from '../texts'

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
        title={shown => shown && roleLabels[shown.role]}
        columns={turnoverColumns}
        rowKey={row => row.id}
        source={turnoverSource()}
        list={list}
        search={text('searchAccounts')}
        filters={<PeriodFilter list={list} dialogTitle={text('dateRange')} />}
        summary={shown => (
          <>
            <LevelPath path={shown.path} />
            <TurnoverSums summary={shown.summary} />
            <AboutReport {...shown} />
          </>
        )}
        exportAs={turnoverFile}
      />
      <ReportCharts
        params={{ ...list.filters, asOf: list.params.asOf }}
        onDay={day => list.setFilters(dayAsPeriod(day))}
        onBranch={({ id, role }) => list.setFilters({ id, role })}
        onGame={({ gameId }) => showBetsOf(gameId)}
      />
    </>
  )
}
