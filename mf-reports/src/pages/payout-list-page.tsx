import { PageHeader } from '@cascade/ui-kit'
import { DataTable } from '@cascade/ui-kit/data'
import { useListState } from '@cascade/web-kit'
import { payoutFilters, payoutsSource } from '../features/payouts/api/payouts-source'
import { payoutColumns } from '../features/payouts/components/payout-columns'
import { RoleFilter } from '../features/payouts/components/role-filter'
import { AboutReport } from '../shared/components/about-report'
import { SumList } from '../shared/components/sums'
import { texts } from '../texts'

const payoutsFile = { file: 'PendingCommission.xlsx', sheet: 'Commission' }

export default function PayoutListPage() {
  const text = texts.useText()
  const list = useListState({ filters: payoutFilters, takesAsOf: true })
  const { filters, setFilter } = list
  return (
    <>
      <PageHeader title={text('pendingCommission')} />
      <DataTable
        id="reports.payouts"
        columns={payoutColumns}
        rowKey={row => row._id}
        source={payoutsSource()}
        list={list}
        search={text('searchAccounts')}
        filters={<RoleFilter value={filters.role} onChange={role => setFilter('role', role)} />}
        summary={({ summary, asOf, verified }) => (
          <>
            {summary && <SumList sums={[{ label: text('totalCommission'), value: summary.amount }]} />}
            <AboutReport asOf={asOf} verified={verified} />
          </>
        )}
        exportAs={payoutsFile}
        numbered={false}
      />
    </>
  )
}
