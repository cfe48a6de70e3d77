import type { ExamplesOf } from '../example'
import { type Settlement, type settlementApi, settlementTexts } from './settlements'

const by = { accountId: 'id-master', username: 'master1', role: 'master' }
const period = { from: '2026-01-05', to: '2026-01-11' }
const figures = {
  ...{ userId: 'id-player', username: 'player1', role: 'player' as const },
  ...{ play: 1000, win: 700, end: 300, commissionPercent: 2, commission: 20, carried: 0.5, due: 20.5 },
  ...{ net: 280, carriedNet: 24.5 },
  corrections: [{ drawId: 'draw-1', gameId: 'game-1', day: '2026-01-06', reason: 'Read wrongly', win: 50, net: -50 }],
}
export const settlementExample: Settlement = {
  ...{ _id: '5f0f6f1e-7a55-5b0c-8a44-1d5f6a7c3e01', period, parentId: by.accountId, ...figures, state: 'paid' },
  ...{ closedAt: '2026-01-12T04:00:00.000Z', paidAs: 'cash', paidBy: by, paidAt: '2026-01-12T05:00:00.000Z' },
  cashId: '8c1f5d8e-2a44-5f0b-9b1e-0d1f6a7c3e02',
}

export const settlementExamples = (): ExamplesOf<typeof settlementApi> => {
  const { paidAs: _as, paidBy: _by, paidAt: _at, cashId: _cashId, ...unpaid } = settlementExample
  const { userId: _userId, username: _username, role: _role, corrections: _lines, ...sums } = figures
  const { commissionPercent: _percent, carriedNet: _carriedNet, ...columns } = sums
  return {
    fields: { settlementId: settlementExample._id, userId: figures.userId },
    list: {
      query: { page: 1, size: 20, period: period.to },
      response: {
        data: [{ ...unpaid, state: 'closed' }],
        parent: { _id: by.accountId, username: by.username, role: 'master' },
        settlementPeriod: 'week',
        closes: true,
        next: { from: '2026-01-12', to: '2026-01-18', isOver: false },
        closed: {
          ...{ period, closedAt: settlementExample.closedAt, closedBy: by, position: 81_204 },
          ...{
            hash: 'qvTGHdzF6KLavt4PO0gs2a6pQ00',
            signature: 'eyJhbGciOiJFZERTQSJ9..c2lnbmF0dXJl',
            comparison: 'same',
          },
        },
        unpaid: 20.5,
      },
    },
    close: {
      body: { to: period.to, preview: true },
      response: { data: { preview: { period, rows: [figures], sums: columns } } },
    },
    pay: {
      body: { as: 'cash', password: 'secret-password' },
      response: { message: settlementTexts.paid, data: settlementExample },
    },
    payAll: {
      body: { period: period.to, as: 'points', password: 'secret-password' },
      response: {
        data: {
          ...{ _id: 'run-1', operation: 'pay-commissions', role: 'player', state: 'running', total: 1 },
          ...{ done: 0, refused: 0, note: '', startedAt: '2026-01-12T05:00:00.000Z' },
        },
      },
    },
  }
}
