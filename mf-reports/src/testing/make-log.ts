import type { LogRow } from '@cascade/contracts/reports'

/** A transfer to a player, as the gateway recorded it. */
export function makeLog(overrides: Partial<LogRow> = {}): LogRow {
  return {
    _id: 'log-1',
    username: 'admin1',
    subject: 'Transfer credit to a player',
    requestUrl: '/api/player/credit-transfer',
    method: 'POST',
    ipAddress: '10.0.0.7',
    createdAt: '2025-03-04T05:06:07.000Z',
    ...overrides,
  }
}
