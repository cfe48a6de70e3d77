import { type CallExamples, exampleOf } from '../call-example'
import { type AccountRole, childRoleOf, parentRoleOf, roleLabels } from '../roles'
import type { Account } from './account'
import { accountApi, childrenApi, senderApi } from './account-api'
import { requiredFields } from './account-input'
import { creditTexts } from './credit/credit'
import { type AccountField, accountFields } from './fields'
import { accountBases, baseOf } from './levels'
import { sessionCallExamples } from './session-examples'

const createdAt = '2026-01-05T10:00:00.000Z'
const transactionId = '5f0c4b1e-7d2a-5b1c-9a63-2f6a1c0d9e01'

/** An account of each level as it is read: `admin1` below `superadmin1` … */
function accountExampleOf(role: AccountRole): Account {
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
    isLoggedIn: false,
    lastLogin: null,
    createdAt,
  }
}

/** Whom a create asks for an address is shown with it before how to reach them. */
const last: readonly AccountField[] = ['email', 'phone', 'pinCode']
const isAddressed = (role: AccountRole) => requiredFields[role].includes('address')

/** At the base of a level `refId` names the parent, who is left out only by the parent itself. */
function createBodyOf(role: AccountRole, refId?: string) {
  const names = requiredFields[role]
  const ordered = isAddressed(role)
    ? [...names.filter(name => !last.includes(name)), ...last.filter(name => names.includes(name))]
    : names
  const fields = Object.fromEntries(ordered.map(name => [name, accountFields[name].example]))
  return { ...fields, ...(refId ? { refId } : {}) } as { firstName: string; lastName: string }
}

const transfer = { transferAmount: 100.5, password: 'correct-horse', note: 'weekly' }
const adjustment = { adjustAmount: 50, transactionType: 'credit' as const, password: 'correct-horse' }

/** What a credit call answers: both balances, and the changed account under the level's list name. */
function creditAnswerOf(role: AccountRole) {
  const { _id, username } = accountExampleOf(role)
  const by = { accountId: 'id-admin', username: 'admin1', role: 'admin' }
  const wallets = { transactionId, senderWallet: 8399.5, receiverWallet: 1600.75, by }
  const lists = { [baseOf(role).list]: [accountExampleOf(role)] }
  const receiver = { _id, username, role, walletBalance: wallets.receiverWallet }
  return {
    transferred: { success: true as const, message: creditTexts.transferred, data: { ...wallets, ...lists } },
    adjusted: { success: true as const, message: creditTexts.adjusted, data: { ...wallets, receiver, ...lists } },
  } as const
}

function examplesOfLevel(role: AccountRole): CallExamples {
  const api = accountApi[role]
  const account = accountExampleOf(role)
  const params = { id: account._id }
  const { transferred, adjusted } = creditAnswerOf(role)
  return {
    ...exampleOf(api.create, {
      body: createBodyOf(role, account.refId?._id),
      answer: { success: true, message: 'User created successfully!', data: { ...account, pin: 4711 } },
    }),
    ...exampleOf(api.list, {
      query: { page: 1, size: 10, sort: 'username', order: 'asc', q: 'asha' },
      answer: { success: true, data: [account], total: 1 },
    }),
    ...exampleOf(api.read, { params, answer: { success: true, data: account } }),
    ...exampleOf(api.update, { params, body: { lastName: 'Rao' }, answer: { success: true, data: account } }),
    ...exampleOf(api.remove, { params, answer: { success: true, message: baseOf(role).deleted } }),
    ...exampleOf(api.transfer, { body: { toUserId: account._id, ...transfer }, answer: transferred as never }),
    ...exampleOf(api.adjust, { body: { toUserId: account._id, ...adjustment }, answer: adjusted as never }),
    ...exampleOf(api.toggle, {
      params: { userId: account._id, action: 'deactivate' },
      answer: { success: true, message: `${roleLabels[role]} deactivated` },
    }),
  }
}

function examplesOfChildren(parent: AccountRole): CallExamples {
  const role = childRoleOf(parent)
  if (!role) return {}
  const api = childrenApi[parent]
  const account = accountExampleOf(role)
  const parentId = `id-${parent}`
  const params = { parentId, childId: account._id }
  const { transferred, adjusted } = creditAnswerOf(role)
  return {
    ...exampleOf(api.list, { params: { parentId }, answer: { success: true, data: [account], total: 1 } }),
    ...exampleOf(api.create, {
      params: { parentId },
      body: createBodyOf(role),
      answer: { success: true, message: 'User created successfully!', data: { ...account, pin: 4711 } },
    }),
    ...exampleOf(api.read, { params, answer: { success: true, data: account } }),
    ...exampleOf(api.update, { params, body: { lastName: 'Rao' }, answer: { success: true, data: account } }),
    ...exampleOf(api.remove, { params, answer: { success: true, message: baseOf(parent).childDeleted } }),
    ...exampleOf(api.transfer, { params, body: { toUserId: account._id, ...transfer }, answer: transferred as never }),
    ...exampleOf(api.adjust, { params, body: { toUserId: account._id, ...adjustment }, answer: adjusted as never }),
    ...exampleOf(api.toggle, { params: { ...params, action: 'activate' }, answer: { success: true } }),
  }
}

function exampleOfSender(role: AccountRole): CallExamples {
  const api = senderApi[role]
  if (!api) return {}
  const sender = { _id: 'id-admin', walletBalance: 8500 }
  const answer = { success: true as const, data: { ...sender, username: 'admin1' }, senderAmount: sender }
  return exampleOf(api, { params: { id: `id-${role}` }, answer })
}

export const accountsCallExamples: CallExamples = Object.assign(
  {},
  sessionCallExamples,
  ...accountBases.flatMap(({ role, children }) => [
    examplesOfLevel(role),
    children ? examplesOfChildren(role) : {},
    exampleOfSender(role),
  ]),
)
