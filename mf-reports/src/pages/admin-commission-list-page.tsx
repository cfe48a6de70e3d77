import { NotAllowedState, PageHeader } from '@cascade/ui-kit'
import { DataTable } from '@cascade/ui-kit/data'
import { useCan, useListState } from '@cascade/web-kit'
import { adminCommissionsSource } from '../features/admin-commissions/api/admin-commissions-source'
import {
  adminCommissionColumns,
  adminCommissionExportColumns,
} from '../features/admin-commissions/components/admin-commission-columns'
import { AdminCommissionSums } from '../features/admin-commissions/components/admin-commission-sums'
import { ReportCharts } from '../features/charts/components/report-charts'
import { AboutReport } from '../shared/components/about-report'
import { PeriodFilter } from '../shared/components/period-filter'
import { dayAsPeriod, periodFilters } from '../shared/period'
import { useBetsOfGame } from '../shared/use-bets-of-game'
import { texts } from '../texts'

const commissionFile = {
  file: 'AdminCommissionData.xlsx',
  sheet: 'AdminCommission',
  columns: adminCommissionExportColumns,
}

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
        summary={shown => (
          <>
            <AdminCommissionSums summary={shown.summary} />
            <AboutReport {...shown} />
          </>
        )}
        exportAs={commissionFile}
        numbered={false}
      />
      <ReportCharts
        params={{ ...list.filters, asOf: list.params.asOf, commission: 'operator' }}
        onDay={day => list.setFilters(dayAsPeriod(day))}
        onGame={({ gameId }) => showBetsOf(gameId)}
      />
    </>
  )
}
