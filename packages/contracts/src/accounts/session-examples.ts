import { exampleOf } from '../call-example'
import { geoApi } from './geo-api'
import { historyApi } from './history-api'
import { ledgerApi, type StatementRow } from './ledger/ledger-api'
import { playerApi } from './player-api'
import { type AuthUser, authApi, authTexts, sessionApi } from './session-api'
import { type View, viewApi } from './view-api'

const now = '2026-01-05T10:00:00.000Z'
const expiresAt = '2026-01-05T10:30:00.000Z'

const authUserExample: AuthUser = {
  _id: 'id-admin',
  username: 'admin1',
  role: 'admin',
  walletBalance: 8500,
  roles: ['admin'],
}
const signedIn = { success: true as const, user: authUserExample, roles: authUserExample.roles, expiresAt }

const account = {
  _id: 'id-admin',
  uniqueId: 'K7Q2M9XB',
  username: 'admin1',
  role: 'admin' as const,
  firstName: 'Asha',
  lastName: 'Rao',
  commission: 2.5,
  note: '',
  userStatus: true,
  refId: null,
  walletBalance: 8500,
  wallet: [{ individualCredit: 8500 }],
  isLoggedIn: true,
  lastLogin: now,
  createdAt: now,
}

const statementRowExample: StatementRow = {
  transferId: '5f0c4b1e-7d2a-5b1c-9a63-2f6a1c0d9e01',
  seq: 7,
  kind: 'transfer',
  counterparty: 'superadmin',
  amount: 100.5,
  balance: 8500,
  note: 'weekly',
  by: { accountId: 'id-superadmin', username: 'superadmin', role: 'superadmin' },
  createdAt: now,
}
const stakeRowExample: StatementRow = {
  ...{ ...statementRowExample, seq: 8, kind: 'stake', counterparty: 'Fun Target', amount: -5, balance: 8495, note: '' },
  ...{ gameId: 'MNOQqWWi', drawId: 'id-admin_MNOQqWWi_1767607200', ticketIds: [statementRowExample.transferId] },
  by: { accountId: 'id-player', username: 'player1', role: 'player' },
}

const view: View = {
  ...{ _id: 'id-view', list: 'accounts.player', name: 'Suspended', search: '?status=suspended' },
  ...{ shared: true, by: 'admin1', own: true, isDefault: false },
}

const node = {
  _id: 'id-admin',
  username: 'admin1',
  role: 'admin' as const,
  userStatus: true,
  walletBalance: 8500,
  children: 1,
}
const child = { ...node, _id: 'id-superareamanager', username: 'superareamanager1', role: 'superareamanager' as const }

/** Of signing in and out, of the own account, and of what belongs to no level. */
export const sessionCallExamples = {
  ...exampleOf(authApi.login, {
    body: { username: 'admin1', password: 'correct-horse' },
    answer: { ...signedIn, message: authTexts.loggedIn, token: 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJpZCJ9.c2ln' },
  }),
  ...exampleOf(authApi.session, { answer: signedIn }),
  ...exampleOf(authApi.logout, { answer: { success: true } }),
  ...exampleOf(sessionApi.signup, {
    body: { username: 'asha', password: 'correct-horse' },
    answer: {
      success: true,
      data: { _id: 'id-user', username: 'asha', role: 'user', walletBalance: 0, roles: ['user'] },
    },
  }),
  ...exampleOf(sessionApi.userauth, {
    params: { id: 'id-admin' },
    answer: { success: true, data: authUserExample, user: authUserExample },
  }),
  ...exampleOf(sessionApi.changePassword, {
    body: { opass: 'correct-horse', npass: 'battery-staple', cpass: 'battery-staple' },
    answer: { success: true, message: authTexts.passwordChanged },
  }),
  ...exampleOf(sessionApi.fetchUserById, { query: { id: 'id-admin' }, answer: { success: true, data: account } }),
  ...exampleOf(sessionApi.userCount, {
    answer: {
      ...{ success: true, count: 40, countAdmins: 1 },
      ...{ countSuperDistributors: 2, countDistributors: 4, countRetailers: 8 },
    },
  }),
  ...exampleOf(sessionApi.takenContacts, {
    query: { emails: 'asha@example.test,ravi@example.test', phones: '919812345678' },
    answer: { success: true, data: { emails: ['asha@example.test'], phones: [] } },
  }),
  ...exampleOf(sessionApi.loadCredit, {
    query: { id: 'id-superareamanager' },
    answer: { success: true, data: [{ _id: 'id-admin', username: 'admin1', role: 'admin', walletBalance: 8500 }] },
  }),
  ...exampleOf(sessionApi.playerLogout, {
    query: { id: 'id-player' },
    answer: { success: true, message: authTexts.loggedOutPlayer },
  }),
  ...exampleOf(sessionApi.sessions, {
    params: { userId: 'id-admin' },
    query: { below: 'true' },
    answer: {
      success: true,
      data: [
        {
          ...{ _id: 'session-1', userId: 'id-admin', username: 'admin1', role: 'admin', current: true },
          ...{ ipAddress: '203.0.113.7', userAgent: 'Mozilla/5.0', startedAt: now },
          ...{ lastActiveAt: now, expiresAt },
        },
      ],
      total: 1,
      branchTotal: 3,
    },
  }),
  ...exampleOf(sessionApi.endSession, {
    params: { userId: 'id-admin', sessionId: 'session-1' },
    answer: { success: true },
  }),
  ...exampleOf(geoApi.countries, { answer: { success: true, data: [{ code: 'IN', name: 'India' }] } }),
  ...exampleOf(geoApi.states, {
    params: { country: 'IN' },
    answer: { success: true, data: [{ code: 'MH', name: 'Maharashtra' }] },
  }),
  ...exampleOf(geoApi.cities, { params: { country: 'IN', state: 'MH' }, answer: { success: true, data: ['Pune'] } }),
  ...exampleOf(ledgerApi.statement, {
    params: { accountId: 'id-admin' },
    query: { page: 1, size: 50, startDate: '2026-01-01T00:00:00Z' },
    answer: { success: true, data: [stakeRowExample, statementRowExample], total: 2 },
  }),
  ...exampleOf(playerApi.me, {
    answer: {
      success: true,
      data: {
        ...{ _id: 'id-player', username: 'player1', balance: 990, open: { tickets: 1, stake: 10 } },
        ...{ unclaimed: 90, owed: 0 },
      },
    },
  }),
  ...exampleOf(playerApi.statement, {
    query: { page: 1, size: 50, from: '2026-01-01T00:00:00Z' },
    answer: { success: true, data: [statementRowExample], total: 1 },
  }),
  ...exampleOf(viewApi.list, { answer: { success: true, data: [view] } }),
  ...exampleOf(viewApi.create, {
    body: { list: view.list, name: view.name, search: view.search, shared: true },
    answer: { success: true, data: view },
  }),
  ...exampleOf(viewApi.change, {
    params: { viewId: 'id-view' },
    body: { name: view.name, search: view.search, shared: false },
    answer: { success: true, data: { ...view, shared: false } },
  }),
  ...exampleOf(viewApi.remove, { params: { viewId: 'id-view' }, answer: { success: true } }),
  ...exampleOf(viewApi.open, {
    params: { list: view.list },
    body: { viewId: 'id-view' },
    answer: { success: true },
  }),
  ...exampleOf(historyApi.list, {
    params: { accountId: 'id-master' },
    query: { page: 1, size: 10 },
    answer: {
      success: true,
      data: [
        {
          ...{ _id: 'id-master|000000000002', kind: 'changed', at: now },
          by: { accountId: 'id-admin', username: 'admin1', role: 'admin' },
          fields: [
            { field: 'commission', before: 2, after: 2.5 },
            { field: 'password', before: null, after: null },
          ],
        },
      ],
      total: 2,
    },
  }),
  ...exampleOf(ledgerApi.outcomeOfKey, {
    query: { key: 'transfer-2026-01-05-1' },
    answer: { success: true, data: { transferId: '5f0c4b1e-7d2a-5b1c-9a63-2f6a1c0d9e01', outcome: 'booked' } },
  }),
  ...exampleOf(ledgerApi.outcome, {
    params: { transferId: '5f0c4b1e-7d2a-5b1c-9a63-2f6a1c0d9e01' },
    answer: { success: true, data: { transferId: '5f0c4b1e-7d2a-5b1c-9a63-2f6a1c0d9e01', outcome: 'booked' } },
  }),
  ...exampleOf(ledgerApi.tree, {
    params: { accountId: 'id-admin' },
    answer: { success: true, data: { node, children: [child] } },
  }),
  ...exampleOf(ledgerApi.search, {
    query: { q: 'super' },
    answer: { success: true, data: [{ ...child, path: ['id-admin'], names: ['admin1'] }] },
  }),
  ...exampleOf(ledgerApi.conservation, {
    answer: { success: true, data: { issued: 1000, wallets: 1000, pools: 0, difference: 0, checkedAt: now } },
  }),
}
