import { type AccountRole, parentRoleOf } from '../roles'
import type { Account } from './account'
import { requiredFields } from './account-input'
import { creditTexts } from './credit'
import { type AccountField, accountFields } from './fields'
import { levelOf } from './levels'

/** Example account of each level: `admin1` below `superadmin1` … */
export function buildAccountExample(role: AccountRole): Account {
  const parent = parentRoleOf(role)
  return {
    _id: `id-${role}`,
    uniqueId: 'K7Q2M9XB',
    username: `${role}1`,
    role,
    firstName: 'Asha',
    lastName: 'Rao',
    email: `${role}1@example.com`,
    commission: 2.5,
    note: '',
    userStatus: true,
    refId: parent ? { _id: `id-${parent}`, username: `${parent}1`, walletBalance: 8500 } : null,
    walletBalance: 1500.25,
    wallet: [{ individualCredit: 1500.25 }],
    ...(role === 'admin' ? { games: [{ _id: 'g1', gameName: 'Fun Target' }] } : {}),
    ...(role === 'admin' ? { creditLine: 50000, creditUsed: 8500 } : {}),
    isLoggedIn: false,
    lastLogin: null,
    createdAt: '2026-01-05T10:00:00.000Z',
  }
}

/** Levels whose form asks for an address show the contact fields after it. */
const contactFields: readonly AccountField[] = ['email', 'phone', 'pinCode']
const hasAddress = (role: AccountRole) => requiredFields[role].includes('address')

/** `refId` names the parent. Calls below one parent omit it. */
export function buildCreateExample(role: AccountRole, refId?: string) {
  const names = requiredFields[role]
  const ordered = hasAddress(role)
    ? [...names.filter(name => !contactFields.includes(name)), ...contactFields.filter(name => names.includes(name))]
    : names
  const fields = Object.fromEntries(ordered.map(name => [name, accountFields[name].example]))
  return { ...fields, ...(refId ? { refId } : {}) } as { firstName: string; lastName: string }
}

/** Examples of both credit calls: both balances, and the changed account under the level's list name. */
export function buildCreditExamples(role: AccountRole) {
  const account = buildAccountExample(role)
  const wallets = {
    transactionId: '5f0c4b1e-7d2a-5b1c-9a63-2f6a1c0d9e01',
    senderWallet: 8399.5,
    receiverWallet: 1600.75,
    by: { accountId: 'id-admin', username: 'admin1', role: 'admin' },
  }
  const receiver = { _id: account._id, username: account.username, role, walletBalance: wallets.receiverWallet }
  const lists = { [levelOf(role).list]: [account] }
  const password = 'correct-horse'
  return {
    transfer: {
      body: { transferAmount: 100.5, password, note: 'weekly' },
      response: { message: creditTexts.transferred, data: { ...wallets, ...lists } as never },
    },
    adjust: {
      body: { adjustAmount: 50, transactionType: 'credit' as const, password },
      response: { message: creditTexts.adjusted, data: { ...wallets, receiver, ...lists } as never },
    },
  }
}
