import type { AccountSnapshot, TransferRecorded } from '@cascade/contracts/accounts'
import { v7 as uuidv7 } from 'uuid'

const party = (account: AccountSnapshot): TransferRecorded['data']['from'] => ({
  walletId: account.accountId,
  username: account.username,
  role: account.role,
  line: account.line,
})
const issuer: TransferRecorded['data']['from'] = {
  walletId: 'issuer',
  username: 'issuer',
  role: 'issuer',
  line: {},
}

/** A booked movement of 100.00 between two accounts. */
export function makeTransfer(
  from: AccountSnapshot | 'issuer',
  to: AccountSnapshot,
  overrides: Partial<TransferRecorded['data']> = {},
): TransferRecorded['data'] {
  return {
    transferId: uuidv7(),
    kind: 'transfer',
    amount: '10000',
    from: from === 'issuer' ? issuer : party(from),
    to: party(to),
    fromBalance: from === 'issuer' ? null : '90000',
    toBalance: '10000',
    note: '',
    bizDate: '2026-03-01',
    ...overrides,
  }
}

export const transferRecorded = (data: TransferRecorded['data']) => ({ type: 'credit.transfer.recorded.v1', data })
