import './clearing.css'
import { type Clearing, reportsApi } from '@cascade/contracts/reports'
import { Card, EmptyState, formatActor, Moment, NotAllowedState, StateSwitch } from '@cascade/ui-kit'
import { useCan, useMayCall } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { PlainTable } from '../shared/plain-table'
import { texts } from '../texts'
import { clearingsQuery } from './calls'
import { ClearForm } from './clear-form'

export default function HistoryClearPage() {
  const mayClear = useMayCall(reportsApi.clearHistory)
  if (!useCan('history.clear')) return <NotAllowedState />
  return (
    <>
      {mayClear && <ClearForm />}
      <ClearingList />
    </>
  )
}

export function ClearingList() {
  const text = texts.useText()
  const clearings = useQuery(clearingsQuery())
  return (
    <Card className="reports-clearings" title={text('clearedBefore')}>
      <StateSwitch
        query={clearings}
        isEmpty={rows => rows.length === 0}
        empty={<EmptyState title={text('nothingCleared')} />}
      >
        {rows => <ClearingTable rows={rows} />}
      </StateSwitch>
    </Card>
  )
}

function ClearingTable({ rows }: { rows: readonly Clearing[] }) {
  const text = texts.useText()
  const headings = ['startDate', 'endDate', 'clearedModels', 'by', 'clearedAt'] as const
  return (
    <PlainTable caption={text('clearedBefore')} headings={headings.map(name => text(name))}>
      {rows.map(({ _id, startDate, endDate, models, by, at }) => (
        <tr key={_id}>
          <td>{startDate}</td>
          <td>{endDate}</td>
          <td>{models.join(', ')}</td>
          <td>{formatActor(by)}</td>
          <td>
            <Moment at={at} />
          </td>
        </tr>
      ))}
    </PlainTable>
  )
}
