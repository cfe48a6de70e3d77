import { randomInt } from 'node:crypto'
import { type AccountRole, parentRoleOf, sideRoles, treeRoles } from '@cascade/contracts'
import { accountApi, type CreatedAccount, requiredFields, userApi } from '@cascade/contracts/accounts'
import { gamesApi } from '@cascade/contracts/games'
import { demoPassword } from '@cascade/dev'
import type { Api, Session } from './api'

export const uniqueNumber = () => String(randomInt(10 ** 13, 10 ** 14))

export function newAccount(role: AccountRole, refId?: string) {
  const number = uniqueNumber()
  const all: Record<string, unknown> = {
    firstName: 'Test',
    lastName: `Person ${number}`,
    email: `person-${number}@example.com`,
    phone: Number(number),
    country: 'IN',
    state: 'MH',
    city: 'Mumbai',
    address: '1 Test Road',
    pinCode: 400001,
    password: demoPassword,
  }
  const body = Object.fromEntries(requiredFields[role].map(field => [field, all[field]]))
  return { ...body, ...(refId ? { refId } : {}) } as never
}

export async function createAccount(
  api: Api,
  by: Session,
  role: AccountRole,
  refId?: string,
  overrides: { lastName?: string } = {},
): Promise<CreatedAccount> {
  const body = { ...(newAccount(role, refId) as object), ...overrides } as never
  return (await api.call(accountApi[role].create, by, { body })).data
}

export type Branch = Record<Exclude<AccountRole, 'superadmin'>, CreatedAccount>

/** Creates one account per level below `superadmin`, and the side accounts of the admin. */
export async function createBranch(api: Api, superadmin: Session): Promise<Branch> {
  const branch: Partial<Branch> = {}
  for (const role of treeRoles) {
    if (role === 'superadmin') continue
    const parentRole = parentRoleOf(role)
    const parentId =
      parentRole === 'superadmin' ? superadmin.user._id : parentRole && branch[parentRole as 'admin']?._id
    branch[role] = await createAccount(api, superadmin, role, parentId)
  }
  const admin = branch.admin?._id
  await Promise.all(
    sideRoles.map(async role => {
      const { data } = await api.call(accountApi[role].list, superadmin, { query: { size: '100' } })
      const own = data.find(account => account.refId?._id === admin)
      if (own) branch[role] = own
    }),
  )
  return branch as Branch
}

export async function fund(api: Api, superadmin: Session, role: AccountRole, toUserId: string, points: number) {
  const body = { toUserId, transferAmount: points, password: demoPassword } as never
  await api.call(accountApi[role].transfer, superadmin, { body })
}

export async function balanceOf(api: Api, superadmin: Session, id: string): Promise<number> {
  return (await api.call(userApi.read, superadmin, { params: { id } })).user.walletBalance
}

export async function giveAllGames(api: Api, superadmin: Session, adminId: string) {
  const games = (await api.call(gamesApi.list, superadmin)).data
  const body = { games: games.map(({ _id }) => _id) } as never
  await api.call(accountApi.admin.update, superadmin, { params: { id: adminId }, body })
}
