import './settlements.css'
import type { SettlementPeriod, SettlementPreview } from '@cascade/contracts/accounts'
import { Alert, Amount, Button, formatCount, formatPoints, StateSwitch } from '@cascade/ui-kit'
import { Modal, renderCell, useKeyboardScroll } from '@cascade/ui-kit/data'
import { Table } from '@cascade/ui-kit/forms'
import { messageOf } from '@cascade/web-kit'
import { useQuery } from '@tanstack/react-query'
import { previewQuery, useCloseWeek } from './calls'
import { previewColumns } from './columns'
import { notesOf, toPointTexts } from './periods'
import { settlementPageTexts } from './texts'

type Props = {
  from: string
  to: string
  length: SettlementPeriod
  onStarted: (runId: string) => void
  onClose: () => void
}

/** Shows what a close freezes, and starts it. */
export function CloseDialog({ from, to, length, onStarted, onClose }: Props) {
  const text = settlementPageTexts.useText()
  const preview = useQuery(previewQuery(to))
  const close = useCloseWeek(to)
  const start = () => close.mutate(undefined, { onSuccess: run => onStarted(run._id) })
  return (
    <Modal
      open
      width={1100}
      title={text(`closeTitle_${length}`, { from, to })}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('cancel')}</Button>
          <Button type="primary" loading={close.isPending} disabled={!preview.data} onClick={start}>
            {text(`closeNow_${length}`)}
          </Button>
        </>
      }
    >
      <StateSwitch query={preview}>{period => <Preview {...period} />}</StateSwitch>
      {close.isError && <Alert type="error" showIcon title={messageOf(close.error)} />}
    </Modal>
  )
}

function Preview({ rows, sums }: SettlementPreview) {
  const text = settlementPageTexts.useText()
  const area = useKeyboardScroll<HTMLDivElement>(text('settlements'))
  const columns = previewColumns(text)
  const amounts = toPointTexts(sums)
  const total: Readonly<Record<string, number>> = { ...sums, cash: sums.net }
  return (
    <div ref={area}>
      <ul>
        <li>{text('frozen', { ...amounts, count: formatCount(rows.length) })}</li>
        <li>{text('enters', { cash: formatPoints(sums.net) })}</li>
        <li>{text('carriedSum', amounts)}</li>
        <li>{text('later')}</li>
      </ul>
      <Table<SettlementPreview['rows'][number]>
        size="small"
        rowKey="userId"
        dataSource={rows}
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
        columns={columns.map(column => ({
          key: column.key,
          title: column.title,
          align: column.pinned ? 'left' : 'right',
          render: (_value, row, index) => renderCell(column, row, index),
        }))}
        expandable={{
          showExpandColumn: false,
          expandedRowKeys: rows.filter(row => notesOf(row).length > 0).map(({ userId }) => userId),
          expandedRowRender: row =>
            notesOf(row).map(note => (
              <p key={note} className="accounts-notes">
                {note}
              </p>
            )),
        }}
        summary={() => (
          <Table.Summary.Row>
            {columns.map(({ key }, index) => (
              <Table.Summary.Cell key={key} index={index} align={index === 0 ? 'left' : 'right'}>
                {index === 0 ? text('sum') : total[key] !== undefined && <Amount value={total[key]} />}
              </Table.Summary.Cell>
            ))}
          </Table.Summary.Row>
        )}
      />
    </div>
  )
}
