import { approvalTexts } from '@cascade/contracts/accounts'
import type { Actor } from '@cascade/service-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approvalsOf, replaceRules } from '../testing/approvals'
import { balanceOf, type Chain, fund, makeAccount, makeChain } from '../testing/make-accounts'
import { makeWorld, testPassword } from '../testing/world'

let clock = Date.now()
const world = await makeWorld({ now: () => new Date(clock) })
const approvals = approvalsOf(world)
afterAll(() => world.close())

/** That of the transfers, too. */
const password = testPassword
let chain: Chain
let second: string

async function addPerson(username: string, rights: string): Promise<{ id: string; signIn: () => Promise<Actor> }> {
  const as = await world.actorOf(chain.admin.username)
  const body = { name: `Name of ${username}`, username, password, rights }
  const { data } = (await world.call('POST /people', { as, body })).body
  return { id: data._id, signIn: () => world.actorOf(username, password) }
}

const request = async (as: Actor): Promise<string> => {
  const answer = await approvals.transfer(as, chain.superareamanager)
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body))
  return answer.body.approvalId
}

beforeAll(async () => {
  second = (await makeAccount(world, 'superadmin')).username
  chain = await makeChain(world)
  await fund(world, chain.admin, 10_000)
  await replaceRules(world, [{ operation: 'credit.transfer', above: 100 }])
})

describe('requests of people', () => {
  it('are not decided by the login that set up their person, nor by a person that it set up too', async () => {
    const [cashier, manager] = [await addPerson('cash1', 'cashier'), await addPerson('boss1', 'manager')]
    const id = await request(await cashier.signIn())
    const refused = { status: 403, body: { message: approvalTexts.samePerson } }
    for (const as of [await world.actorOf(chain.admin.username), await manager.signIn(), world.superadmin])
      expect(await approvals.approve(id, as)).toMatchObject(refused)
    expect((await approvals.approve(id, await cashier.signIn())).status).toBe(403)
    const approved = await approvals.approve(id, await world.actorOf(second))
    expect(approved.body.data).toMatchObject({ state: 'approved', by: `Name of cash1 (${chain.admin.username})` })
    expect(await balanceOf(world, chain.superareamanager._id)).toBe(500)
  })

  it('are decided by the owner and by other people with the right, once their set-up is a month ago', async () => {
    const people = [await addPerson('cash2', 'cashier'), await addPerson('cash3', 'cashier')]
    const manager = await addPerson('boss2', 'manager')
    clock += 31 * 86_400_000
    const [first, other] = await Promise.all(people.map(({ signIn }) => signIn()))
    if (!first || !other) throw new Error('There are two cashiers.')
    const [one, two] = [await request(first), await request(first)]
    expect((await approvals.approve(one, other)).status).toBe(403)
    expect((await approvals.approve(one, await manager.signIn())).body.data).toMatchObject({
      approvedBy: `Name of boss2 (${chain.admin.username})`,
    })
    expect((await approvals.approve(two, await world.actorOf(chain.admin.username))).status).toBe(200)
  })

  it('fail when their person has been deactivated', async () => {
    const cashier = await addPerson('cash4', 'cashier')
    const id = await request(await cashier.signIn())
    const as = await world.actorOf(chain.admin.username)
    expect((await world.call(`PUT /people/${cashier.id}`, { as, body: { status: 'inactive' } })).status).toBe(200)
    const { data } = (await approvals.approve(id, await world.actorOf(second))).body
    expect(data).toMatchObject({ state: 'failed', reason: approvalTexts.rightsLost })
  })
})

describe('runs of people', () => {
  it('need the right of the single calls, and stop when their person has been deactivated', async () => {
    const cashier = await addPerson('cash5', 'cashier')
    const as = await cashier.signIn()
    const run = { role: 'superareamanager', userIds: [chain.superareamanager._id], count: 1, password }
    const start = (body: object) => world.call('POST /runs', { as, body: { ...run, ...body } })
    expect((await start({ operation: 'suspend' })).status).toBe(403)
    expect((await start({ operation: 'set-limits', limits: { giveDayMax: 1 } })).status).toBe(403)
    expect((await start({ operation: 'give-credit', amount: 1 })).status).toBe(201)
  })
})

describe('an elevation', () => {
  it('waits for the owner, adds rights and runs out', async () => {
    const cashier = await addPerson('cash6', 'cashier')
    const as = await cashier.signIn()
    const path = `/people/${cashier.id}/elevate`
    const body = { rights: 'live', minutes: 10, reason: 'The operator is ill' }
    const subject = { operation: 'people.elevate' as const, endpointId: 'accounts.person.elevate' }
    const sent = await approvals.send({ as, path, body }, { ...subject, permission: 'people.manage' })
    expect(sent.status).toBe(202)
    const rights = async () => (await cashier.signIn()).person?.rights ?? []
    expect(await rights()).not.toContain('live.control')
    const owner = await world.actorOf(chain.admin.username)
    expect((await approvals.approve(sent.body.approvalId, owner)).body.data).toMatchObject({ state: 'approved' })
    expect(await rights()).toContain('live.control')
    clock += 11 * 60_000
    expect(await rights()).not.toContain('live.control')
    const another = await addPerson('cash7', 'cashier')
    expect((await world.call(`POST /people/${another.id}/elevate`, { as, body })).status).toBe(404)
  })
})
