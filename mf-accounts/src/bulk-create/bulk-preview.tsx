import './bulk.css'
import { StatusBadge } from '@cascade/ui-kit'
import { useKeyboardScroll } from '@cascade/ui-kit/data'
import { Table } from '@cascade/ui-kit/forms'
import type { BulkColumn, BulkRow } from './bulk-rows'
import { bulkTexts } from './texts'

/** The rows as they will be stored, with errors at their cells. */
export function BulkPreview({ rows, columns }: { rows: readonly BulkRow[]; columns: readonly BulkColumn[] }) {
  const bulkText = bulkTexts.useText()
  const area = useKeyboardScroll<HTMLDivElement>(bulkText('bulkPaste'))
  const used = columns.filter(({ field }) =>
    rows.some(({ cells, errors }) => cells[field] !== undefined || errors[field] !== undefined),
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
          { key: 'line', title: bulkText('bulkLine'), width: 60, render: (_value, { line }) => line },
          ...used.map(({ field, label }) => ({
            key: field,
            title: label,
            render: (_value: unknown, { display, errors }: BulkRow) => (
              <>
                {field === 'password' && display[field] ? '••••••' : display[field]}
                {errors[field] && <div className="accounts-bulk-error">{errors[field]}</div>}
              </>
            ),
          })),
          {
            key: 'result',
            title: bulkText('bulkResult'),
            fixed: 'end',
            render: (_value, { errors }) => {
              const count = Object.keys(errors).length
              const message = [...new Set(Object.values(errors))].join(' · ')
              return count === 0 ? (
                <StatusBadge tone="success">{bulkText('bulkOk')}</StatusBadge>
              ) : (
                <span title={message}>
                  <StatusBadge tone="danger">{bulkText('bulkBad', { count })}</StatusBadge>
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
