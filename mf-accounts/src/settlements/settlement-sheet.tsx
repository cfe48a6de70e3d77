import type { Settlement } from '@cascade/contracts/accounts'
import { formatDateTime } from '@cascade/ui-kit'
import { Modal, PrintButton, RowValues } from '@cascade/ui-kit/data'
import { exportPage, rowsSource } from '../shared/rows-source'
import { settlementColumns } from './columns'
import { settlementPageTexts } from './texts'

type Props = { row: Settlement; parent: string; onClose: () => void }

/** All about a settlement, and its document for the signatures of both. */
export function SettlementSheet({ row, parent, onClose }: Props) {
  const text = settlementPageTexts.useText()
  const columns = settlementColumns(text)
  const { username, period } = row
  const title = text('sheetOf', { username })
  const week = `${period.from} – ${period.to}`
  const print = (
    <PrintButton
      source={rowsSource('accounts.settlement', [row])}
      params={exportPage}
      total={1}
      columns={columns}
      onPaper={() => ({
        ...{ title, about: week, signers: [parent, username] },
        facts: [
          [text('week'), week],
          [text('parent'), parent],
          [text('closedAt'), formatDateTime(row.closedAt)],
        ],
      })}
    />
  )
  return (
    <Modal open centered width={560} title={title} footer={print} onCancel={onClose}>
      <p>{week}</p>
      <RowValues columns={columns} row={row} />
    </Modal>
  )
}
