import type { AccountSnapshot, TransferRecorded } from './events'

const envelope = {
  at: '2026-01-05T10:00:00.000Z',
  actor: { id: 'a0', username: 'superadmin', role: 'superadmin' },
  correlationId: 'request-1',
  causationId: null,
}

/** An admin below the first superadmin. */
export const accountSnapshotExample: AccountSnapshot = {
  accountId: 'a1',
  uniqueId: 'K7Q2M9XB',
  username: 'admin1',
  role: 'admin',
  parentId: 'a0',
  ancestry: { superadmin: 'a0' },
  active: true,
  deleted: false,
  commissionBp: 250,
  games: [],
  version: 1,
  createdAt: '2026-01-05T10:00:00.000Z',
}

/** Messages as svc-accounts emits them; consumers feed them to their reactions. */
export const accountExamples = {
  created: {
    ...envelope,
    id: '0197a1b0-0000-7000-8000-000000000001',
    type: 'accounts.account.created.v1' as const,
    seq: 1,
    data: accountSnapshotExample,
  },
  transferRecorded: {
    ...envelope,
    id: '0197a1b0-0000-7000-8000-000000000002',
    type: 'credit.transfer.recorded.v1',
    seq: 2,
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
  } satisfies TransferRecorded,
}
