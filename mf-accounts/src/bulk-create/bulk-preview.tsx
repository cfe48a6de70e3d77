import './bulk.css'
import { StatusBadge } from '@cascade/ui-kit'
import { useKeyboardScroll } from '@cascade/ui-kit/data'
import { Table } from '@cascade/ui-kit/forms'
import { texts } from '../texts'
import type { BulkColumn, BulkRow } from './bulk-rows'

/** The rows as they will be stored, with faults at their cells. */
export function BulkPreview({ rows, columns }: { rows: readonly BulkRow[]; columns: readonly BulkColumn[] }) {
  const text = texts.useText()
  const area = useKeyboardScroll<HTMLDivElement>(text('bulkPaste'))
  const used = columns.filter(({ field }) =>
    rows.some(({ cells, faults }) => cells[field] !== undefined || faults[field] !== undefined),
  )
  return (
    <div ref={area}>
      <Table<BulkRow>
        size="small"
        rowKey="line"
        dataSource={rows}
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
        columns={[
          { key: 'line', title: text('bulkLine'), width: 60, render: (_value, { line }) => line },
          ...used.map(({ field, label }) => ({
            key: field,
            title: label,
            render: (_value: unknown, { display, faults }: BulkRow) => (
              <>
                {field === 'password' && display[field] ? '••••••' : display[field]}
                {faults[field] && <div className="accounts-bulk-fault">{faults[field]}</div>}
              </>
            ),
          })),
          {
            key: 'result',
            title: text('bulkResult'),
            fixed: 'end',
            render: (_value, { faults }) => {
              const count = Object.keys(faults).length
              const message = [...new Set(Object.values(faults))].join(' · ')
              return count === 0 ? (
                <StatusBadge tone="success">{text('bulkOk')}</StatusBadge>
              ) : (
                <span title={message}>
                  <StatusBadge tone="danger">{text('bulkBad', { count })}</StatusBadge>
                  <div className="accounts-bulk-message">{message}</div>
                </span>
              )
            },
          },
        ]}
      />
    </div>
  )
}
