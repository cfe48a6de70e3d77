import { describe, expect, it } from 'vitest'
import { TransferRecorded } from './events'

const transferRecorded: TransferRecorded = {
  id: '0197a1b0-0000-7000-8000-000000000002',
  type: 'credit.transfer.recorded.v1',
  seq: 2,
  at: '2026-01-05T10:00:00.000Z',
  actor: { id: 'a0', username: 'superadmin', role: 'superadmin' },
  correlationId: 'request-1',
  causationId: null,
  data: {
    transferId: '5f0c4b1e-7d2a-5b1c-9a63-2f6a1c0d9e01',
    kind: 'transfer',
    amount: '150000',
    source: { walletId: 'a0', username: 'superadmin', role: 'superadmin', ancestry: {} },
    destination: { walletId: 'a1', username: 'admin1', role: 'admin', ancestry: { superadmin: 'a0' } },
    sourceBalance: '99850000',
    destinationBalance: '150000',
    note: '',
    bizDate: '2026-01-05',
  },
}

describe('a recorded transfer', () => {
  it('accepts only amounts in whole hundredths', () => {
    expect(TransferRecorded.parse(transferRecorded)).toEqual(transferRecorded)
    const broken = { ...transferRecorded, data: { ...transferRecorded.data, amount: '1.5' } }
    expect(TransferRecorded.safeParse(broken).success).toBe(false)
  })
})
