import { type AccountRole, parentRoleOf } from '@cascade/contracts'
import { levelOf } from '@cascade/contracts/accounts'
import type { Actor } from '@cascade/service-kit'
import { type Answer, type AnswerBody, makeWorld, testPassword, type World } from './world'

let people = 0

export function personFor(role: AccountRole, overrides: Record<string, unknown> = {}): Record<string, unknown> {
  people++
  const name = { firstName: `First${people}`, lastName: `Last${people}` }
  if (role === 'gift' || role === 'loan' || role === 'otc') return { ...name, ...overrides }
  const contact = { email: `person${people}@example.com`, phone: 9_000_000_000 + people }
  const address = { country: 'IN', state: 'KA', city: 'Mysuru', address: '12 Lake Road', pinCode: 570001 }
  return { ...name, ...contact, ...address, password: testPassword, ...overrides }
}

export type Made = { _id: string; username: string; uniqueId: string; role: AccountRole; pin?: number }

export const pathOf = (role: AccountRole) => levelOf(role).path

export async function makeAccount(
  world: World,
  role: AccountRole,
  overrides: Record<string, unknown> = {},
  as: Actor = world.superadmin,
): Promise<Made> {
  const answer = await world.call(`POST /${pathOf(role)}/create`, { as, body: personFor(role, overrides) })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.data
}

export type Chain = Record<'admin' | 'superareamanager' | 'areamanager' | 'master' | 'player', Made>

/** One account per level, each below the previous one. */
export async function makeChain(world: World): Promise<Chain> {
  const admin = await makeAccount(world, 'admin')
  const superareamanager = await makeAccount(world, 'superareamanager', { refId: admin._id })
  const areamanager = await makeAccount(world, 'areamanager', { refId: superareamanager._id })
  const master = await makeAccount(world, 'master', { refId: areamanager._id })
  const player = await makeAccount(world, 'player', { refId: master._id })
  return { admin, superareamanager, areamanager, master, player }
}

/** Where a new account of this role belongs in a tree; undefined for a superadmin. */
export function parentIn(world: World, chain: Chain, role: AccountRole): string | undefined {
  const parentRole = parentRoleOf(role)
  if (parentRole === undefined) return undefined
  return parentRole === 'superadmin' ? world.superadmin.accountId : chain[parentRole as keyof Chain]._id
}

/** A world with two admin trees, and the first admin as an actor. */
export async function makeTwoTrees() {
  const world = await makeWorld()
  const chain = await makeChain(world)
  const other = await makeChain(world)
  return { world, chain, other, admin: await world.actorOf(chain.admin.username) }
}

/** Issues points to the superadmin and passes some to an account. */
export async function fund(world: World, to: { _id: string; role: AccountRole }, points: number): Promise<void> {
  const { accountId } = world.superadmin
  expectOk(await transfer(world, { role: 'superadmin', toUserId: accountId, points }))
  expectOk(await transfer(world, { role: to.role, toUserId: to._id, points }))
}

type Transfer = {
  role: AccountRole
  toUserId: string
  points: number
  as?: Actor
  password?: string
  userId?: string
  key?: string
}

export function transfer(
  world: World,
  { role, toUserId, points, as, password, userId, key }: Transfer,
): Promise<Answer> {
  return world.call(`POST /${pathOf(role)}/credit-transfer`, {
    ...(as ? { as } : {}),
    body: { toUserId, transferAmount: points, password: password ?? testPassword, ...(userId ? { userId } : {}) },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })
}

export async function balanceOf(world: World, id: string): Promise<number> {
  return (await world.call(`GET /auth/userauth/${id}`)).body.user.walletBalance
}

function expectOk(answer: Answer): AnswerBody {
  if (answer.status > 201) throw new Error(JSON.stringify(answer.body))
  return answer.body
}
