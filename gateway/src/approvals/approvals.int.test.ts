import { randomUUID } from 'node:crypto'
import { ActivitiesRecorded, type ActivityRecorded } from '@cascade/contracts/gateway'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { RawAnswer } from '../testing/raw-request'
import type { Echo } from '../testing/upstream-service'
import { startWorld, until } from '../testing/world'

const activities: ActivityRecorded['data'][] = []
const world = await startWorld()
await world.bus.listen('gateway.activities.recorded.v1', payload => {
  activities.push(...ActivitiesRecorded.parse(payload).data.activities.map(({ data }) => data))
})
afterAll(() => world.stop())

let requester: { authorization: string }
beforeEach(async () => {
  world.accounts.state.rejection = undefined
  world.accounts.state.approvalAbove = 100
  requester = await signIn('root')
})

async function signIn(username: string) {
  const { bearer } = await world.signIn(username)
  const session = [...world.accounts.sessions.values()].at(-1)
  Object.assign(session ?? {}, { approvals: ['credit.transfer', 'percentages'] })
  return bearer
}

const transfer = (key: string, body: object = {}, headers: object = {}) =>
  world.send({
    method: 'POST',
    path: '/api/player/credit-transfer',
    headers: { ...requester, 'idempotency-key': key, ...headers },
    json: { toUserId: 'p1', transferAmount: 500, password: 'right-password', ...body },
  })
const dataOf = ({ json }: RawAnswer) => json.data as Echo & { approvalId: string }

describe('a call that needs a second person', () => {
  it('is answered with 202 and the id of its key when its service demands it', async () => {
    const key = randomUUID()
    const answers = [await transfer(key), await transfer(key)]
    for (const { status, json } of answers) {
      const message = 'Waiting for a second person.'
      expect([status, json]).toEqual([202, { success: true, message, data: { approvalId: `approval-of-${key}` } }])
    }
    const request = world.accounts.approvals.requests.get(`approval-of-${key}`)
    const details = { limit: 'reached' }
    expect(request).toMatchObject({ isNeeded: true, amount: 500, payerId: 'id-root', accountId: 'p1', details })
    expect(JSON.stringify(request)).not.toContain('right-password')
    const subject = 'Approval requested: Credit given: Player'
    await until(() => activities.some(each => each.subject === subject && each.status === 202))
  })

  it('does not reach a service that does not know the policy', async () => {
    const json = { updates: [{ id: 'a1_g1', winpercentage: 10 }] }
    const path = '/api/percentage/bulk/winpercentage/a1'
    const answer = await world.send({ method: 'PUT', path, headers: requester, json })
    expect(answer.status).toBe(202)
  })

  it('is executed at once below the amount, with its whole body', async () => {
    const answer = await transfer(randomUUID(), { transferAmount: 99 })
    expect([answer.status, JSON.parse(dataOf(answer).body)]).toMatchObject([
      200,
      { transferAmount: 99, password: 'right-password' },
    ])
  })

  it('is stored under the id of the request if the client sent no key', async () => {
    const json = { toUserId: 'p1', transferAmount: 500, password: 'right-password' }
    const answer = await world.send({ method: 'POST', path: '/api/player/credit-transfer', headers: requester, json })
    expect(dataOf(answer).approvalId).toBe(`approval-of-${answer.headers['x-request-id']}`)
  })
})

describe('a client', () => {
  it('cannot claim that its call was approved', async () => {
    const { headers, identity } = dataOf(await transfer(randomUUID(), { transferAmount: 1 }, { 'x-approval-id': 'a1' }))
    expect(headers).not.toHaveProperty('x-approval-id')
    expect(identity.actor).not.toHaveProperty('approvalId')
  })
})
