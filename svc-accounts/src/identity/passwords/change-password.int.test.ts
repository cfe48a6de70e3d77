import { defaultPolicy } from '@cascade/contracts/accounts'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type Chain, makeAccount, makeChain } from '../../testing/make-accounts'
import { type Answer, makeWorld, testPassword } from '../../testing/world'

let chain: Chain
const world = await makeWorld()
afterAll(() => world.close())
beforeEach(async () => {
  await setPolicy({})
  chain = await makeChain(world)
})

async function setPolicy(policy: object) {
  const body = { ...defaultPolicy, ...policy }
  expect((await world.call('PUT /security/policy', { body })).status).toBe(200)
}
const from = { ipAddress: '10.0.0.1', userAgent: 'vitest' }
const renew = (challenge: string, npass: string, more: object = {}): Promise<Answer> =>
  world.internal('POST /sessions/new-password', { challenge, npass, cpass: npass, ...from, ...more })
const passwordAt = (at: number) => `own-password-${at}`

describe('an own password', () => {
  it('cannot be one of the last five', async () => {
    const as = await world.actorOf(chain.admin.username)
    const ids = [testPassword, ...[1, 2, 3, 4].map(passwordAt)]
    const change = async (opass: string, npass: string) =>
      world.call('POST /auth/chnagepassword', { as, body: { opass, npass, cpass: npass } })
    for (const [at, opass] of ids.slice(0, -1).entries()) {
      expect((await change(opass, ids[at + 1] ?? '')).status).toBe(200)
    }
    const rejected = await change(passwordAt(4), testPassword)
    expect(rejected.body).toMatchObject({ code: 'VALIDATION', errors: { npass: expect.stringContaining('last five') } })
    const { previous } = (await world.deps.credentials.find(as.accountId)) ?? {}
    expect(previous).toHaveLength(4)
  })

  it('has eight characters, wherever it is set', async () => {
    const as = await world.actorOf(chain.admin.username)
    const password = 'a1b2c3d'
    const own = { opass: testPassword, npass: password, cpass: password }
    const answers = await Promise.all([
      world.call('POST /auth/chnagepassword', { as, body: own }),
      world.call('POST /auth/signup', { body: { username: 'Some.Body', password } }),
      world.call(`PUT /master/${chain.master._id}`, { as, body: { password } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400])
    await expect(makeAccount(world, 'admin', { password })).rejects.toThrow('VALIDATION')
  })
})

describe('a password set by another user', () => {
  it('need not be replaced by default', async () => {
    expect((await world.login(chain.admin.username)).body).toHaveProperty('sessionId')
    await setPolicy({ temporaryPasswords: true })
    // It was set before the rule.
    expect((await world.login(chain.admin.username)).body).toHaveProperty('sessionId')
  })

  it('must be replaced at the first sign-in, with one success per challenge', async () => {
    await setPolicy({ temporaryPasswords: true })
    const { username } = await makeAccount(world, 'admin')
    const { body } = await world.login(username)
    expect(body).toEqual({ needs: 'new-password', challenge: expect.any(String) })
    for (const npass of [testPassword, 'password1']) expect((await renew(body.challenge, npass)).status).toBe(400)
    expect((await renew(body.challenge, passwordAt(1), { cpass: 'another' })).status).toBe(400)
    expect((await renew(body.challenge, passwordAt(1), { ipAddress: '10.9.9.9' })).status).toBe(401)
    const answers = await Promise.all([1, 2].map(at => renew(body.challenge, passwordAt(at))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    const done = answers.findIndex(({ status }) => status === 200) + 1
    expect((await renew(body.challenge, passwordAt(3))).status).toBe(401)
    expect((await world.login(username, testPassword)).status).toBe(401)
    expect((await world.login(username, passwordAt(done))).body).toHaveProperty('sessionId')
  })

  it('must be replaced after a reset, which voids an earlier challenge', async () => {
    await setPolicy({ temporaryPasswords: true })
    const reset = (password: string) => world.call(`PUT /admins/${chain.admin._id}`, { body: { password } })
    expect((await reset(passwordAt(1))).status).toBe(200)
    const { body } = await world.login(chain.admin.username, passwordAt(1))
    expect(body.needs).toBe('new-password')
    expect((await reset(passwordAt(2))).status).toBe(200)
    expect((await renew(body.challenge, passwordAt(3))).status).toBe(401)
    await setPolicy({})
    expect((await world.login(chain.admin.username, passwordAt(2))).body).toHaveProperty('sessionId')
  })
})
