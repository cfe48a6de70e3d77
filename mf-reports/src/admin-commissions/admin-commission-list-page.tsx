import type { ResponseOf } from '@cascade/contracts'
import type { AdminCommissionRow, reportsApi } from '@cascade/contracts/reports'
import { NotAllowedState, PageHeader } from '@cascade/ui-kit'
import { type Column, DataTable, type ExportColumn, toExportColumns } from '@cascade/ui-kit/data'
import { useCan, useListState } from '@cascade/web-kit'
import { ReportCharts } from '../charts/report-charts'
import { AboutReport } from '../shared/about-report'
import { LongerPeriod, PeriodFilter, periodFact, periodFilters, toDayPeriod } from '../shared/period-filter'
import { printedSums, SumList, sumFigures } from '../shared/sums'
import { useBetsOfGame } from '../shared/use-bets-of-game'
import { texts } from '../texts'
import { adminCommissionsSource } from './calls'

export default function AdminCommissionListPage() {
  return useCan('admincommission.read') ? <AdminCommissions /> : <NotAllowedState />
}

function AdminCommissions() {
  const text = texts.useText()
  const list = useListState({ filters: periodFilters, takesAsOf: true })
  const showBetsOf = useBetsOfGame(list.filters)
  return (
    <>
      <PageHeader title={text('adminCommissionReport')} />
      <DataTable
        id="reports.adminCommissions"
        columns={adminCommissionColumns}
        rowKey={row => `${row.adminId}-${row.gameId}`}
        source={adminCommissionsSource()}
        list={list}
        search={text('searchGames')}
        filters={<PeriodFilter list={list} dialogTitle={text('gameSummary')} />}
        summary={page => (
          <>
            <SumList sums={adminCommissionSums(page.summary)} />
            <AboutReport {...page} />
          </>
        )}
        exportAs={commissionFile}
        onPaper={({ rows, first }) => ({
          facts: [periodFact(list.filters, first)],
          figures: sumFigures(adminCommissionSums(printedSums({ rows, first }, sumNames))),
        })}
        emptyAction={<LongerPeriod list={list} />}
        numbered={false}
      />
      <ReportCharts
        params={{ ...list.filters, asOf: list.params.asOf, commission: 'operator' }}
        onDay={day => list.setFilters(toDayPeriod(day))}
        onGame={({ gameId }) => showBetsOf(gameId)}
      />
    </>
  )
}

const sumNames = ['commission', 'totalpoints', 'totalwinpoints'] as const
const { text } = texts
const points = { kind: 'points', sortable: true, exportWidth: 15 } as const

const adminCommissionColumns: readonly Column<AdminCommissionRow>[] = [
  { key: 'gameId', title: text('gameId'), value: row => row.gameId, exportWidth: 20 },
  { key: 'gameName', title: text('gameName'), value: row => row.gameName, sortable: true, exportWidth: 20 },
  { key: 'username', title: text('username'), value: row => row.username, sortable: true, exportWidth: 30 },
  { key: 'commission', title: text('commissionAmount'), value: row => row.commission, ...points },
  { key: 'totalpoints', title: text('totalPoints'), value: row => row.totalpoints, ...points },
  { key: 'totalwinpoints', title: text('totalWinPoints'), value: row => row.totalwinpoints, ...points },
]

/** AdminCommissionData.xlsx has the columns of the screen. */
const adminCommissionExportColumns: readonly ExportColumn<AdminCommissionRow>[] =
  toExportColumns(adminCommissionColumns)

const commissionFile = {
  file: 'AdminCommissionData.xlsx',
  sheet: 'AdminCommission',
  columns: adminCommissionExportColumns,
}

type Summary = ResponseOf<typeof reportsApi.adminCommission>['summary']

const adminCommissionSums = (summary: Summary) => [
  { label: text('totalCommissionPoint'), value: summary.commission },
  { label: text('totalBetPoint'), value: summary.totalpoints },
  { label: text('totalWonPoint'), value: summary.totalwinpoints },
]
