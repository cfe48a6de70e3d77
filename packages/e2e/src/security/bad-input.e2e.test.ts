import { accountApi, sessionApi } from '@cascade/contracts/accounts'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import type { Session } from '../support/api'
import { api, newSuperadmin, url } from '../support/suite'
import { createAccount, createBranch, newAccount } from '../support/world'

let superadmin: Session
let admin: { _id: string }

beforeAll(async () => {
  superadmin = await newSuperadmin()
  admin = await createAccount(api, superadmin, 'admin', superadmin.user._id)
})

const transfer = (body: unknown, headers = {}) =>
  api.send('POST', accountApi.admin.transfer.path, { token: superadmin.token, body, headers })
const good = () => ({ toUserId: admin._id, transferAmount: 1, password: 'cascade-demo' })
const balances = async () => [await balanceOf(superadmin.user._id), await balanceOf(admin._id)]
const balanceOf = async (id: string) =>
  (await api.call(sessionApi.userauth, superadmin, { params: { id } })).user.walletBalance
const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`

describe('a transfer that is not one', () => {
  it.each<[string, unknown]>([
    ['an operator where an id is due', { ...goodShape(), toUserId: { $ne: null } }],
    ['an operator where the password is due', { ...goodShape(), password: { $gt: '' } }],
    ['a list where an amount is due', { ...goodShape(), transferAmount: [1] }],
    ['text where an amount is due', { ...goodShape(), transferAmount: '1' }],
    ['three decimals', { ...goodShape(), transferAmount: 0.001 }],
    ['nothing to transfer', { ...goodShape(), transferAmount: 0 }],
    ['a negative amount', { ...goodShape(), transferAmount: -1 }],
    ['an unknown field', { ...goodShape(), walletBalance: 1_000_000 }],
    [
      'an own __proto__',
      `{"__proto__": {"role": "superadmin"}, "toUserId": "x", "transferAmount": 1, "password": "x"}`,
    ],
    ['a list', [goodShape()]],
    ['half a body', '{"toUserId": "x", '],
    ['a very deep body', deep],
    ['a very long body', { ...goodShape(), note: 'x'.repeat(400_000) }],
  ])('is refused with a clear 4xx and moves nothing: %s', async (_what, body) => {
    const before = await balances()
    const answer = await transfer(typeof body === 'string' ? body : JSON.parse(JSON.stringify(body)))
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.body).toMatchObject({ success: false, message: expect.any(String), requestId: expect.any(String) })
    expect(await balances()).toEqual(before)
  })

  it('is told in the words of the specification', async () => {
    const answers = [
      await transfer({ ...good(), transferAmount: -5 }),
      await transfer({ ...good(), password: '' }),
      await transfer({ ...good(), password: 'wrong-one' }),
      await transfer({ ...good(), transferAmount: 999_999_999 }),
    ]
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
      [400, 'Invalid transfer amount. Please enter a valid number.'],
      [400, 'Password is required for credit transfer.'],
      [400, 'Invalid password'],
      [400, 'Insufficient balance.'],
    ])
  })

  it('moves nothing by the role or id of the query', async () => {
    const player = await api.login((await createBranch(api, superadmin)).player.username)
    const path = `${accountApi.admin.transfer.path}?id=${superadmin.user._id}&role=superadmin`
    const answer = await api.send('POST', path, { token: player.token, body: good() })
    expect(answer.status).toBe(403)
  })
})

describe('an account that carries too much', () => {
  it.each(['walletBalance', 'line', 'username', 'seq', 'passwordHash', '_id'])('is refused: %s', async field => {
    const body = { ...(newAccount('admin', superadmin.user._id) as object), [field]: 'x' }
    const answer = await api.send('POST', accountApi.admin.create.path, { token: superadmin.token, body })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toMatchObject({ [field]: 'Unknown field' })
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

function goodShape() {
  return { toUserId: 'x', transferAmount: 1, password: 'cascade-demo' }
}
