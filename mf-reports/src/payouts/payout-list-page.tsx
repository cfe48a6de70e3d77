import { roleLabels, type TreeRole, treeRoles } from '@cascade/contracts'
import type { PayoutRow } from '@cascade/contracts/reports'
import { PageHeader } from '@cascade/ui-kit'
import { type Column, DataTable, Select } from '@cascade/ui-kit/data'
import { useActor, useListState } from '@cascade/web-kit'
import { AboutReport } from '../shared/about-report'
import { SumList } from '../shared/sums'
import { texts } from '../texts'
import { payoutFilters, payoutsSource } from './calls'

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
        onPaper={() => ({ facts: [[text('role'), filters.role && roleLabels[filters.role as TreeRole]]] })}
        numbered={false}
      />
    </>
  )
}

const { text } = texts

export const payoutColumns: readonly Column<PayoutRow>[] = [
  { key: 'username', title: text('username'), value: row => row.username, sortable: true },
  { key: 'role', title: text('role'), value: row => roleLabels[row.role] },
  { key: 'commission', title: text('percentage'), value: row => `${row.commission} %`, align: 'right' },
  { key: 'amount', title: text('totalCommission'), value: row => row.amount, kind: 'points' },
]

/** Levels that earn commission: super area managers and below. */
const commissionRoles: readonly TreeRole[] = treeRoles.slice(2)

export function RoleFilter({ value, onChange }: { value: string; onChange: (role: string) => void }) {
  const text = texts.useText()
  const { role: ownRole } = useActor()
  const level = (treeRoles as readonly string[]).indexOf(ownRole)
  const roles = commissionRoles.filter(role => treeRoles.indexOf(role) > level)
  return (
    <Select
      allowClear
      value={value || undefined}
      options={roles.map(role => ({ value: role, label: roleLabels[role] }))}
      placeholder={text('allRoles')}
      aria-label={text('role')}
      onChange={role => onChange(role ?? '')}
      style={{ width: 190 }}
    />
  )
}
