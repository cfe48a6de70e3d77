import type { AccountSnapshot, TransferRecorded } from '@cascade/contracts/accounts'
import { v7 as uuidv7 } from 'uuid'

const party = (account: AccountSnapshot): TransferRecorded['data']['source'] => ({
  walletId: account.accountId,
  username: account.username,
  role: account.role,
  ancestry: account.ancestry,
})
const issuer: TransferRecorded['data']['source'] = {
  walletId: 'issuer',
  username: 'issuer',
  role: 'issuer',
  ancestry: {},
}

/** A booked transfer of 100.00 between two accounts. */
export function makeTransfer(
  from: AccountSnapshot | 'issuer',
  to: AccountSnapshot,
  overrides: Partial<TransferRecorded['data']> = {},
): TransferRecorded['data'] {
  return {
    transferId: uuidv7(),
    kind: 'transfer',
    amount: '10000',
    source: from === 'issuer' ? issuer : party(from),
    destination: party(to),
    sourceBalance: from === 'issuer' ? null : '90000',
    destinationBalance: '10000',
    note: '',
    bizDate: '2026-03-01',
    ...overrides,
  }
}

export const transferRecorded = (data: TransferRecorded['data']) => ({ type: 'credit.transfer.recorded.v1', data })
