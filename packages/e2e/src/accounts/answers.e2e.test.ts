import { accountApi } from '@cascade/contracts/accounts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Session } from '../support/api'
import { api, newSuperadmin } from '../support/suite'
import { type Branch, createBranch } from '../support/world'

let superadmin: Session
let branch: Branch
beforeAll(async () => {
  superadmin = await newSuperadmin()
  branch = await createBranch(api, superadmin)
})

describe('an edit', () => {
  it.each([
    ['refId', '', 'Reference is required'],
    ['userStatus', null, 'Status is required'],
    ['country', null, 'Country is required'],
    ['state', '', 'State is required'],
    ['city', '', 'City is required'],
    ['dateOfBirth', null, 'Date of Birth is required'],
    ['pin', null, 'PIN is required'],
    ['password', null, 'PIN is required'],
  ] as const)('names what an edit may not empty: %s', async (key, value, message) => {
    const path = `/master/${branch.master._id}`
    const { status, body } = await api.send('PUT', path, { token: superadmin.token, body: { [key]: value } })
    expect([status, body.success, body.errors]).toEqual([400, false, { [key]: message }])
  })
})

describe.each([
  {
    call: accountApi.player.transfer,
    amount: { transferAmount: 1 },
    invalid: 'Invalid transfer amount. Please enter a valid number.',
    password: 'Password is required for credit transfer.',
    said: 'Credit transferred successfully.',
  },
  {
    call: accountApi.player.adjust,
    amount: { adjustAmount: 1 },
    invalid: 'Invalid adjustment amount. Please enter a valid number.',
    password: 'Password is required for credit adjustment.',
    said: 'Credit adjustment successful.',
  },
])('$call.path', ({ call, amount, invalid, password, said }) => {
  it('is answered with its own sentence', async () => {
    const toUserId = branch.player._id
    const send = async (body: object) => {
      const answered = await api.send('POST', call.path, { token: superadmin.token, body: { toUserId, ...body } })
      return [answered.status, ...Object.values(answered.body.errors ?? { message: answered.body.message })]
    }
    const funded = { transferAmount: 5, password: 'cascade-demo', toUserId }
    await api.send('POST', accountApi.player.transfer.path, { token: superadmin.token, body: funded })
    expect(await send({ ...amount, password: 'cascade-demo' })).toEqual([200, said])
    expect(await send({ password: 'cascade-demo' })).toEqual([400, invalid])
    expect(await send(amount)).toEqual([400, password])
  })
})
