import type { Account } from '@cascade/contracts/accounts'

/** An account as the server returns it; a player by default. */
export function makeAccount(overrides: Partial<Account> = {}): Account {
  const role = overrides.role ?? 'player'
  return {
    _id: `${role}-1`,
    uniqueId: 'K7Q2M9XB',
    username: `${role}1`,
    role,
    firstName: 'Ada',
    lastName: 'Berg',
    email: `${role}1@example.test`,
    phone: 5550100,
    dateOfBirth: '1990-02-03',
    country: 'IN',
    state: 'MH',
    city: 'Pune',
    address: '1 Long Road',
    pinCode: 411001,
    commission: 2.5,
    note: 'add notes',
    userStatus: true,
    refId: { _id: 'parent-1', username: 'parent1', walletBalance: 900 },
    walletBalance: 1234.5,
    wallet: [{ individualCredit: 1234.5 }],
    isLoggedIn: false,
    lastLogin: null,
    createdAt: '2026-01-05T10:00:00.000Z',
    ...overrides,
  }
}

export const listAnswer = (...data: Account[]) => ({ success: true, data, total: data.length })
export const answer = <T>(data: T, message?: string) => ({ success: true, data, message })
