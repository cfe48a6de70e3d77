import './bulk.css'
import { Alert, Button, StatusBadge, type Tone } from '@cascade/ui-kit'
import { ExportButton, type ExportColumn, useKeyboardScroll } from '@cascade/ui-kit/data'
import { Table } from '@cascade/ui-kit/forms'
import { useMemo } from 'react'
import { exportPage, rowsSource } from '../accounts/rows-source'
import { texts } from '../texts'
import type { BulkResult, BulkRun } from './run'

const tones: Record<BulkResult['state'], Tone> = {
  waiting: 'neutral',
  running: 'accent',
  done: 'success',
  failed: 'danger',
  unanswered: 'warning',
}

/** Progress and results of the creation; generated PINs and passwords are available only here. */
export function BulkResults({ run }: { run: BulkRun }) {
  const text = texts.useText()
  const area = useKeyboardScroll<HTMLDivElement>(text('bulkResult'))
  const { results, running } = run
  const done = results.filter(({ state }) => state === 'done' || state === 'failed').length
  const unanswered = running ? 0 : results.filter(({ state }) => state === 'unanswered').length
  const stateOf = ({ state, message, outcome }: BulkResult) =>
    message ?? text(outcome?.isEarlier ? 'bulkEarlier' : `bulk_${state}`)
  const columns: ExportColumn<BulkResult>[] = [
    { title: text('bulkLine'), value: result => result.item.line, kind: 'count', width: 8 },
    { title: text('firstName'), value: result => result.item.values.firstName },
    { title: text('lastName'), value: result => result.item.values.lastName },
    { title: text('username'), value: result => result.outcome?.account.username, width: 30 },
    { title: text('uniqueId'), value: result => result.outcome?.account.uniqueId },
    { title: text('pin'), value: result => result.outcome?.account.pin?.toString() },
    { title: text('password'), value: result => result.outcome?.password },
    { title: text('bulkResult'), value: stateOf, width: 40 },
  ]
  const source = useMemo(() => rowsSource('accounts.bulk', results), [results])
  return (
    <div ref={area}>
      <div className="accounts-progress" role="status">
        <progress max={results.length} value={done} aria-label={text('bulkResult')} />
        <span className="kit-tabular">{text('bulkDone', { done, total: results.length })}</span>
        {running ? (
          <Button onClick={run.stop}>{text('bulkStop')}</Button>
        ) : (
          <>
            {unanswered > 0 && (
              <Button type="primary" onClick={() => void run.checkAgain()}>
                {text('bulkCheckAgain')}
              </Button>
            )}
            <ExportButton
              source={source}
              params={exportPage}
              exportAs={{ file: text('bulkFile'), sheet: text('bulkCreate'), columns }}
            />
            <Button onClick={run.clear}>{text('bulkAgain')}</Button>
          </>
        )}
      </div>
      {unanswered > 0 && (
        <Alert
          className="accounts-bulk-unanswered"
          type="warning"
          showIcon
          title={text('bulkUnanswered', { count: unanswered })}
        />
      )}
      <Table<BulkResult>
        size="small"
        rowKey={({ item }) => item.line}
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
    </div>
  )
}
