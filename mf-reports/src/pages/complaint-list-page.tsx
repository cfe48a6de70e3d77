import { complaintStatuses } from '@cascade/contracts/reports'
import { NotAllowedState, PageHeader } from '@cascade/ui-kit'
import { DataTable, Select } from '@cascade/ui-kit/data'
import { useCan, useListState } from '@cascade/web-kit'
import { complaintFilters, complaintsSource } from '../features/complaints/api/complaints-source'
import { complaintColumns } from '../features/complaints/components/complaint-columns'
import { texts } from '../texts'

export default function ComplaintListPage() {
  return useCan('complaints.manage') ? <Complaints /> : <NotAllowedState />
}

function Complaints() {
  const text = texts.useText()
  const list = useListState({ filters: complaintFilters })
  const status = (
    <Select
      allowClear
      value={list.filters.status || undefined}
      options={complaintStatuses.map(value => ({ value, label: value }))}
      placeholder={text('allStatuses')}
      aria-label={text('status')}
      onChange={chosen => list.setFilter('status', chosen ?? '')}
      style={{ width: 150 }}
    />
  )
  return (
    <>
      <PageHeader title={text('contactUs')} />
      <DataTable
        id="reports.complaints"
        columns={complaintColumns}
        rowKey={row => row._id}
        source={complaintsSource()}
        list={list}
        search={text('searchMessages')}
        filters={status}
        empty={text('noMessages')}
        emptySearch={text('noMessages')}
      />
    </>
  )
}
