import { accountApi, sessionApi } from '@cascade/contracts/accounts'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import type { Session } from '../support/api'
import { api, newSuperadmin, url } from '../support/suite'
import { createAccount, createBranch } from '../support/world'

let superadmin: Session
let admin: { _id: string }

beforeAll(async () => {
  superadmin = await newSuperadmin()
  admin = await createAccount(api, superadmin, 'admin', superadmin.user._id)
})

const transfer = (body: unknown, headers = {}) =>
  api.send('POST', accountApi.admin.transfer.path, { token: superadmin.token, body, headers })
const balances = async () => [await balanceOf(superadmin.user._id), await balanceOf(admin._id)]
const balanceOf = async (id: string) =>
  (await api.call(sessionApi.userauth, superadmin, { params: { id } })).user.walletBalance
const good = (toUserId: string) => ({ toUserId, transferAmount: 1, password: 'cascade-demo' })
const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`

// What each service refuses is proved by its own integration tests; here that it is refused through the gateway, too.
describe('a transfer that is not one', () => {
  it.each<[string, unknown]>([
    ['an operator where an id is due', { ...good(''), toUserId: { $ne: null } }],
    ['an unknown field', { ...good(''), walletBalance: 1_000_000 }],
    ['half a body', '{"toUserId": "x", '],
    ['a very deep body', deep],
    ['a very long body', { ...good(''), note: 'x'.repeat(400_000) }],
  ])('is refused with a clear 4xx and moves nothing: %s', async (_what, body) => {
    const before = await balances()
    const answer = await transfer(body)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.body).toMatchObject({ success: false, message: expect.any(String), requestId: expect.any(String) })
    expect(await balances()).toEqual(before)
  })

  it('moves nothing by the role or id of the query', async () => {
    const player = await api.login((await createBranch(api, superadmin)).player.username)
    const path = `${accountApi.admin.transfer.path}?id=${superadmin.user._id}&role=superadmin`
    const answer = await api.send('POST', path, { token: player.token, body: good(admin._id) })
    expect(answer.status).toBe(403)
  })
})

describe('a service that is called without the gateway', () => {
  const direct = (headers: Record<string, string>) =>
    fetch(`${inject('accountsUrl')}/api/admins/all`, { headers }).then(response => response.status)

  it('refuses a missing, a foreign and a user token, whatever else the caller claims', async () => {
    expect(await direct({})).toBe(401)
    expect(await direct({ authorization: 'Bearer nonsense' })).toBe(401)
    expect(await direct({ authorization: `Bearer ${superadmin.token}` })).toBe(401)
    expect(await direct({ 'x-user-id': superadmin.user._id, 'x-user-role': 'superadmin' })).toBe(401)
  })

  it('has internal calls that the gateway does not pass on', async () => {
    const answer = await fetch(`${url}/internal/sessions`, { method: 'POST' })
    expect(answer.status).toBe(404)
  })
})
