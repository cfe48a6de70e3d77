import { roleLabels } from '@cascade/contracts'
import type { PayoutRow } from '@cascade/contracts/reports'
import type { Column } from '@cascade/ui-kit/data'
import { texts } from '../../../texts'

const { text } = texts

export const payoutColumns: readonly Column<PayoutRow>[] = [
  { key: 'username', title: text('username'), value: row => row.username, sortable: true },
  { key: 'role', title: text('role'), value: row => roleLabels[row.role] },
  { key: 'commission', title: text('percentage'), value: row => `${row.commission} %`, align: 'right' },
  { key: 'amount', title: text('totalCommission'), value: row => row.amount, kind: 'points' },
]
