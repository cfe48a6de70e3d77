import type { Settlement } from '@cascade/contracts/accounts'
import { formatDateTime } from '@cascade/ui-kit'
import { Modal, PrintButton, RowValues } from '@cascade/ui-kit/data'
import { exportPage, rowsSource } from '../shared/rows-source'
import { settlementColumns } from './columns'
import { daysOf } from './periods'
import { settlementPageTexts } from './texts'

type Props = { row: Settlement; parent: string; onClose: () => void }

/** All about a settlement, and its document for the signatures of both. */
export function SettlementSheet({ row, parent, onClose }: Props) {
  const text = settlementPageTexts.useText()
  const columns = settlementColumns(text)
  const { username, period } = row
  const title = text('sheetOf', { username })
  const days = daysOf(period)
  const print = (
    <PrintButton
      source={rowsSource('accounts.settlement', [row])}
      params={exportPage}
      total={1}
      columns={columns}
      onPaper={() => ({
        ...{ title, about: days, signers: [parent, username] },
        facts: [
          [text('period'), days],
          [text('parent'), parent],
          [text('closedAt'), formatDateTime(row.closedAt)],
        ],
      })}
    />
  )
  return (
    <Modal open centered width={560} title={title} footer={print} onCancel={onClose}>
      <p>{days}</p>
      <RowValues columns={columns} row={row} />
    </Modal>
  )
}
