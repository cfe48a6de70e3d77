import './bulk-results.css'
import { Button, StatusBadge, type Tone } from '@cascade/ui-kit'
import { ExportButton, type ExportColumn, Table } from '@cascade/ui-kit/data'
import type { ListSource } from '@cascade/web-kit'
import { useMemo } from 'react'
import { texts } from '../../../texts'
import type { BulkResult, BulkRun } from '../use-bulk-run'

const tones: Record<BulkResult['state'], Tone> = {
  waiting: 'neutral',
  running: 'accent',
  created: 'success',
  failed: 'danger',
}
const wholeFile = { page: 1, size: 500 }

/** How far the creation is and what it generated; PINs and passwords are to be had only here. */
export function BulkResults({ run }: { run: BulkRun }) {
  const text = texts.useText()
  const { results, running } = run
  const done = results.filter(({ state }) => state === 'created' || state === 'failed').length
  const stateOf = ({ state, message }: BulkResult) => message ?? text(`bulk_${state}`)
  const columns: ExportColumn<BulkResult>[] = [
    { title: text('bulkLine'), value: result => result.row.line, kind: 'count', width: 8 },
    { title: text('firstName'), value: result => result.row.values.firstName },
    { title: text('lastName'), value: result => result.row.values.lastName },
    { title: text('username'), value: result => result.account?.username, width: 30 },
    { title: text('uniqueId'), value: result => result.account?.uniqueId },
    { title: text('pin'), value: result => result.account?.pin?.toString() },
    { title: text('password'), value: result => (result.account ? result.password : undefined) },
    { title: text('bulkResult'), value: stateOf, width: 40 },
  ]
  const source = useMemo<ListSource<BulkResult>>(
    () => ({
      key: ['accounts.bulk'],
      load: async ({ page, size }) => ({
        rows: results.slice((page - 1) * size, page * size),
        total: results.length,
      }),
    }),
    [results],
  )
  return (
    <>
      <div className="accounts-progress" role="status">
        <progress max={results.length} value={done} aria-label={text('bulkResult')} />
        <span className="kit-tabular">{text('bulkDone', { done, total: results.length })}</span>
        {running ? (
          <Button onClick={run.stop}>{text('bulkStop')}</Button>
        ) : (
          <>
            <ExportButton
              source={source}
              params={wholeFile}
              exportAs={{ file: text('bulkFile'), sheet: text('bulkCreate'), columns }}
            />
            <Button onClick={run.clear}>{text('bulkAgain')}</Button>
          </>
        )}
      </div>
      <Table<BulkResult>
        size="small"
        rowKey={({ row }) => row.line}
        dataSource={results}
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
        columns={columns.map(({ title, value }, index) => ({
          key: title,
          title,
          render: (_value, result: BulkResult) =>
            index === columns.length - 1 ? (
              <StatusBadge tone={tones[result.state]}>{stateOf(result)}</StatusBadge>
            ) : (
              String(value(result, index) ?? '')
            ),
        }))}
      />
    </>
  )
}
