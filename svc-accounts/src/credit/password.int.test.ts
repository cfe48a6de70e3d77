import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { balanceOf, fund, makeAccount, transfer } from '../testing/make-accounts'
import { makeWorld, testPassword } from '../testing/world'

let clock: Date | undefined
const world = await makeWorld({ now: () => clock ?? new Date() })
afterEach(() => {
  clock = undefined
})
afterAll(() => world.close())

/** An admin with credit, and an account below it to send to. */
async function makeSender() {
  const account = await makeAccount(world, 'admin')
  await fund(world, account, 100)
  const admin = await world.actorOf(account.username)
  const target = await makeAccount(world, 'superareamanager', {}, admin)
  const send = (password: string, as = admin) =>
    transfer(world, { role: 'superareamanager', toUserId: target._id, points: 1, as, password })
  return { account, admin, target, send }
}

describe("the actor's password", () => {
  it('is rejected with 400 at the field if it is wrong, and nothing is booked', async () => {
    const { send, target } = await makeSender()
    const wrong = await send('not-this-one')
    expect(wrong.status).toBe(400)
    expect(wrong.body).toMatchObject({ message: 'Invalid password', errors: { password: 'Invalid password' } })
    expect(await balanceOf(world, target._id)).toBe(0)
    const missing = await world.call('POST /superareamanager/credit-transfer', {
      body: { toUserId: target._id, transferAmount: 1 },
    })
    expect(missing.body.message).toBe('Password is required for credit transfer.')
  })

  it('delays one network after five failures, for a limited time', async () => {
    const { account, admin, send, target } = await makeSender()
    expect((await send(testPassword)).status).toBe(200)
    clock = new Date()
    const failed = await Promise.all(Array.from({ length: 5 }, () => send('not-this-one')))
    expect(failed.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
    const waiting = await send(testPassword)
    expect([waiting.status, waiting.headers.get('retry-after')]).toEqual([429, '1'])
    expect(waiting.body.message).toBe('Too many requests. Please wait a moment.')
    expect((await world.login(account.username)).status).toBe(200)
    const elsewhere = await world.actorOf(account.username, testPassword, '10.0.0.99')
    expect((await send(testPassword, elsewhere)).status).toBe(200)
    clock = new Date(clock.getTime() + 1_000)
    expect((await send(testPassword, admin)).status).toBe(200)
    expect(await balanceOf(world, target._id)).toBe(3)
  })

  it('can be confirmed in an open session while strangers of the same network guess it', async () => {
    const { account, send } = await makeSender()
    expect((await send(testPassword)).status).toBe(200)
    for (let at = 0; at < 8; at++) await world.login(account.username, 'not-this-one')
    expect((await world.login(account.username)).status).toBe(429)
    expect((await send(testPassword)).status).toBe(200)
    expect((await send('not-this-one')).status).toBe(400)
    expect((await send(testPassword)).status).toBe(200)
  })

  it('is accepted from a throttled network only if that network has proved it before', async () => {
    const { account } = await makeSender()
    const signIn = (network: string, password = testPassword) => world.login(account.username, password, network, 30)
    const rejected = await signIn('10.4.0.1')
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '30'])
    expect((await signIn('10.0.0.1')).status).toBe(200)
    expect((await signIn('10.0.0.1', 'not-this-one')).status).toBe(401)
  })

  it('is throttled in a burst as strictly as one by one', async () => {
    const { send } = await makeSender()
    clock = new Date()
    const burst = await Promise.all(Array.from({ length: 20 }, (_, at) => send(`guess-${at}`)))
    expect(burst.filter(({ status }) => status === 400)).toHaveLength(5)
    expect(burst.filter(({ status }) => status === 429)).toHaveLength(15)
  })

  it('resets the failures after a success', async () => {
    const { send } = await makeSender()
    for (let at = 0; at < 4; at++) await send('not-this-one')
    expect((await send(testPassword)).status).toBe(200)
    for (let at = 0; at < 4; at++) expect((await send('not-this-one')).status).toBe(400)
    expect((await send(testPassword)).status).toBe(200)
  })

  it('is cached for a while, but not after a change', async () => {
    const { admin, account, send, target } = await makeSender()
    await send(testPassword)
    const row = await world.deps.accounts.find(account._id)
    expect(world.deps.passwords.isProved(admin.sessionId, testPassword, row?.passwordVersion ?? 0)).toBe(true)
    const changed = await world.call('POST /auth/chnagepassword', {
      as: admin,
      body: { opass: testPassword, npass: 'another-password', cpass: 'another-password' },
    })
    expect(changed.body).toEqual({ success: true, message: 'Password changed successfully!' })
    expect((await send(testPassword)).body.message).toBe('Invalid password')
    expect((await send('another-password')).status).toBe(200)
    expect(await balanceOf(world, target._id)).toBe(2)
  })

  it('ends the session after ten failures from any number of networks', async () => {
    const { account, admin, send } = await makeSender()
    const from = (at: number) => send('not-this-one', { ...admin, ipAddress: `10.1.${at}.1` })
    const tried = await Promise.all(Array.from({ length: 30 }, (_, at) => from(at)))
    expect(tried.filter(({ status }) => status === 400)).toHaveLength(10)
    expect(tried.filter(({ status }) => status === 401)).toHaveLength(20)
    expect((await send(testPassword)).status).toBe(401)
    expect((await send(testPassword, await world.actorOf(account.username))).status).toBe(200)
  })

  it('is throttled over all networks, except for networks that have proved it before', async () => {
    const { account } = await makeSender()
    clock = new Date()
    const guess = (at: number) => world.login(account.username, `guess-${at}`, `10.2.${at}.1`)
    const guesses = await Promise.all(Array.from({ length: 60 }, (_, at) => guess(at)))
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(30)
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(30)
    expect((await world.login(account.username)).status).toBe(200)
    const elsewhere = () => world.login(account.username, testPassword, '10.3.0.1')
    expect((await elsewhere()).status).toBe(429)
    clock = new Date(clock.getTime() + 10_000)
    expect((await elsewhere()).status).toBe(200)
  })

  it('is not accepted from an ended session', async () => {
    const { admin, send, target } = await makeSender()
    await send(testPassword)
    await world.internal(`DELETE /sessions/${admin.sessionId}`)
    expect((await send(testPassword)).status).toBe(401)
    expect(await balanceOf(world, target._id)).toBe(1)
  })
})
