import type { RunRow } from '@cascade/contracts/accounts'
import { StatusBadge, type Tone } from '@cascade/ui-kit'
import { type Column, DataTable, Filters, type RowLine } from '@cascade/ui-kit/data'
import { useListState } from '@cascade/web-kit'
import type { ReactNode } from 'react'
import { runRowsSource } from './calls'
import { runsTexts } from './texts'

const noFilters = { state: '' }
const rowKey = (row: RunRow) => row.accountId
const tones: Record<RunRow['state'], Tone> = { waiting: 'neutral', done: 'success', refused: 'danger' }

type Props = {
  id: string
  runId: string
  /** Columns before result and reason. */
  columns: readonly Column<RunRow>[]
  file: string
  sheet: string
  actions?: ReactNode
}

/** The accounts of a run with their results. */
export function RunRows({ id, runId, columns, file, sheet, actions }: Props) {
  const runText = runsTexts.useText()
  const list = useListState({ filters: noFilters, size: 20 })
  const stateOf = ({ state }: RunRow) => runText(`runRow_${state}`)
  const reasonOf = ({ message, changed }: RunRow) => message ?? (changed === false ? runText('runRowSame') : undefined)
  const badge = (row: RunRow) => <StatusBadge tone={tones[row.state]}>{stateOf(row)}</StatusBadge>
  const buildLine = (row: RunRow): RowLine => {
    const name = [row.fields?.firstName, row.fields?.lastName].filter(Boolean).join(' ')
    return { title: row.username || name, notes: [row.username && name, reasonOf(row)], state: badge(row) }
  }
  const resultColumns: Column<RunRow>[] = [
    {
      key: 'state',
      title: runText('runResult'),
      value: stateOf,
      render: badge,
    },
    { key: 'message', title: runText('runReason'), value: reasonOf, exportWidth: 60 },
  ]
  const options = (['done', 'refused', 'waiting'] as const).map(value => ({ value, label: runText(`runRow_${value}`) }))
  return (
    <DataTable
      id={id}
      columns={[...columns, ...resultColumns]}
      rowKey={rowKey}
      source={runRowsSource(runId)}
      list={list}
      phone={{ line: buildLine }}
      search={false}
      actions={actions}
      filters={
        <Filters list={list} fields={[{ kind: 'choice', name: 'state', label: runText('runResult'), options }]} />
      }
      exportAs={{ file, sheet, free: true }}
    />
  )
}
