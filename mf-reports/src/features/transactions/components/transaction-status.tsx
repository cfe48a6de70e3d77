import type { Transaction } from '@cascade/contracts/reports'
import { StatusBadge } from '@cascade/ui-kit'

export function TransactionStatus({ status }: Pick<Transaction, 'status'>) {
  return <StatusBadge tone={status === 'completed' ? 'success' : 'danger'}>{status}</StatusBadge>
}
