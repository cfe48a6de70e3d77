import { accountApi, userApi } from '@cascade/contracts/accounts'
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
  (await api.call(userApi.read, superadmin, { params: { id } })).user.walletBalance
const good = (toUserId: string) => ({ toUserId, transferAmount: 1, password: 'cascade-demo' })
const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`

// Integration tests cover the validation of each service; these tests cover it through the gateway.
describe('an invalid transfer', () => {
  it.each<[string, unknown]>([
    ['a truncated body', '{"toUserId": "x", '],
    ['a deeply nested body', deep],
    ['an oversized body', { ...good(''), note: 'x'.repeat(400_000) }],
  ])('is rejected with a 4xx and moves nothing: %s', async (_what, body) => {
    const before = await balances()
    const answer = await transfer(body)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.body).toMatchObject({ success: false, message: expect.any(String), requestId: expect.any(String) })
    expect(await balances()).toEqual(before)
  })

  it('is rejected even if the query claims another role or id', async () => {
    const player = await api.login((await createBranch(api, superadmin)).player.username)
    const path = `${accountApi.admin.transfer.path}?id=${superadmin.user._id}&role=superadmin`
    const answer = await api.send('POST', path, { token: player.token, body: good(admin._id) })
    expect(answer.status).toBe(403)
  })
})

describe('a direct call to a service', () => {
  const direct = (headers: Record<string, string>) =>
    fetch(`${inject('accountsUrl')}/api/admins/all`, { headers }).then(response => response.status)

  it('is rejected without a service token, whatever the headers claim', async () => {
    expect(await direct({})).toBe(401)
    expect(await direct({ authorization: 'Bearer nonsense' })).toBe(401)
    expect(await direct({ authorization: `Bearer ${superadmin.token}` })).toBe(401)
    expect(await direct({ 'x-user-id': superadmin.user._id, 'x-user-role': 'superadmin' })).toBe(401)
  })

  it('is the only way to internal endpoints, which the gateway does not proxy', async () => {
    const answer = await fetch(`${url}/internal/sessions`, { method: 'POST' })
    expect(answer.status).toBe(404)
  })
})
