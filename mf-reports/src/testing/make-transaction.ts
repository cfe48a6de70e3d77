import type { Transaction } from '@cascade/contracts/reports'

/** A completed transfer of 250.00 from admin1 to player1. */
export function makeTransaction(overrides: Partial<Transaction> = {}): Transaction {
  return {
    _id: 'transfer-1',
    userId: 'admin1',
    toUserId: 'player1',
    amount: 250,
    transactionType: 'transfer',
    newBalance: 1250,
    transactionMessage: 'Credit transferred successfully.',
    status: 'completed',
    by: { username: 'admin1', role: 'admin' },
    createdAt: '2025-03-04T05:06:07.000Z',
    ...overrides,
  }
}
