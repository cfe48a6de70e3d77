import { authTexts } from '@cascade/contracts/accounts'
import { type Actor, sleep } from '@cascade/service-kit'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { makeAccount, makeChain, personFor } from '../../testing/make-accounts'
import { makeWorld, testPassword } from '../../testing/world'
import { owaspCost } from '../passwords/hasher'

let clock: Date | undefined
const world = await makeWorld({ hashCost: owaspCost, now: () => clock ?? new Date() })
const chain = await makeChain(world)
afterEach(() => {
  clock = undefined
})
afterAll(() => world.close())

describe('a sign-in', () => {
  it('returns the user and a session of 30 minutes, ignoring the case of the username', async () => {
    const answer = await world.login(`  ${chain.admin.username.toUpperCase()} `)
    expect(answer.status).toBe(200)
    const { sessionId, user, expiresAt } = answer.body
    expect(user).toEqual({
      _id: chain.admin._id,
      username: chain.admin.username,
      role: 'admin',
      walletBalance: 0,
      roles: ['admin'],
    })
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 60_000)).toBe(30)
    expect((await world.internal(`GET /sessions/${sessionId}`)).body).toEqual({ user, expiresAt })
    const own = await world.call(`GET /admins/${chain.admin._id}`)
    expect(Date.now() - Date.parse(own.body.data.lastLogin)).toBeLessThan(60_000)
  })

  it('gets the same response for an unknown username and a wrong password', async () => {
    const { requestId: _a, ...wrong } = (await world.login(chain.admin.username, 'wrong-password', '10.1.1.1')).body
    const { requestId: _b, ...unknown } = (await world.login('nobody-here', 'wrong-password', '10.1.1.2')).body
    expect(wrong).toEqual(unknown)
    expect(wrong).toMatchObject({ message: 'Invalid username or password.', code: 'UNAUTHENTICATED' })
  })

  it('delays repeated guesses increasingly, for unknown usernames too, and locks no account out', async () => {
    for (const name of ['nobody-else', chain.superareamanager.username]) {
      let nowMs = Date.now()
      const guess = (password = 'wrong-password') => {
        clock = new Date(nowMs)
        return world.login(name, password, '2001:db8::1')
      }
      for (let at = 0; at < 5; at++) expect((await guess()).status).toBe(401)
      const waits: number[] = []
      for (let at = 0; at < 8; at++) {
        const rejected = await guess()
        expect(rejected.status).toBe(429)
        waits.push(Number(rejected.headers.get('retry-after')))
        nowMs += (waits.at(-1) ?? 0) * 1_000
        expect((await guess()).status).toBe(401)
      }
      expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
      expect((await world.login(name, testPassword, '2001:db8::2')).status).toBe(429)
      nowMs += 60_000
      if (name !== 'nobody-else') expect((await guess(testPassword)).status).toBe(200)
    }
    clock = undefined
    expect((await world.login(chain.superareamanager.username, testPassword, '10.1.1.4')).status).toBe(200)
  })

  it('does not wait for strangers who guess, from a proved network; nor does a confirmation', async () => {
    const { username } = chain.areamanager
    await world.actorOf(username)
    const { hasher } = world.deps
    const stored = await hasher.hash('secret')
    let isOver = false
    const strangers = Array.from({ length: 300 }, async () => {
      while (!isOver) await hasher.verify(stored, 'wrong', { isStranger: true }).catch(() => sleep(1))
    })
    let at = 0
    const guess = async () => (await world.login(`nobody-${at++}`, 'wrong-password', '10.5.5.5')).status
    await expect.poll(guess, { timeout: 20_000 }).toBe(503)
    for (let round = 0; round < 5; round++) {
      const as = await world.actorOf(username)
      const confirmed = await world.call('POST /auth/step-up', { as, body: { password: testPassword } })
      expect(confirmed.status).toBe(200)
    }
    isOver = true
    await Promise.all(strangers)
  })

  it('does not wait for strangers who guess the same account, from a proved network', async () => {
    const { attempts } = world.deps
    const guess = (ipAddress: string) => ({ account: 'guessed', ipAddress })
    await attempts.attempt(guess('10.4.4.4'), async () => true)
    let release = () => {}
    const isRight = new Promise<boolean>(resolve => (release = () => resolve(true)))
    const strangers = Promise.allSettled(
      Array.from({ length: 60 }, (_, at) => attempts.attempt(guess(`2001:db8:1:${at}::1`), () => isRight)),
    )
    expect(await attempts.attempt(guess('10.4.4.4'), async () => true)).toBe(true)
    release()
    expect((await strangers).filter(({ status }) => status === 'rejected')).toHaveLength(10)
  })

  it('is rejected for gift, loan and otc accounts', async () => {
    const { username } = (await world.call('GET /gift/all')).body.data[0]
    expect((await world.login(username)).status).toBe(401)
  })

  it('rejects query operators instead of text', async () => {
    const body = { username: { $ne: null }, password: { $gt: '' }, ipAddress: '10.0.0.1', userAgent: '' }
    expect((await world.internal('POST /sessions', body)).status).toBe(400)
  })

  it('opens a session that ends by expiry and by an idempotent logout', async () => {
    const { sessionId } = await world.actorOf(chain.master.username)
    clock = new Date(Date.now() + 31 * 60_000)
    expect((await world.internal(`GET /sessions/${sessionId}`)).status).toBe(404)
    clock = undefined
    expect((await world.internal(`GET /sessions/${sessionId}`)).status).toBe(200)
    expect((await world.internal(`DELETE /sessions/${sessionId}`)).status).toBe(200)
    expect((await world.internal(`GET /sessions/${sessionId}`)).status).toBe(404)
    expect((await world.internal(`DELETE /sessions/${sessionId}`)).status).toBe(200)
    expect((await world.events('accounts.session.ended.v1')).at(-1)).toMatchObject({ sessionIds: [sessionId] })
  })
})

describe('sessions of accounts in scope', () => {
  it('can be listed and ended, others are not found', async () => {
    const [one, two] = [await world.actorOf(chain.player.username), await world.actorOf(chain.player.username)]
    const admin = await world.actorOf(chain.admin.username)
    const own = await world.call(`GET /sessions/${one.accountId}`, { as: one })
    const current = own.body.data.map((row: { _id: string; current: boolean }) => [row._id, row.current])
    expect(current).toContainEqual([one.sessionId, true])
    expect(current).toContainEqual([two.sessionId, false])
    expect((await world.call(`GET /sessions/${admin.accountId}`, { as: one })).status).toBe(404)
    const path = `DELETE /sessions/${two.accountId}/${two.sessionId}`
    expect((await world.call(path, { as: admin })).status).toBe(200)
    expect((await world.call(path, { as: admin })).status).toBe(404)
    expect((await world.call(`DELETE /sessions/${one.accountId}/${admin.sessionId}`, { as: one })).status).toBe(404)
    expect((await world.internal(`GET /sessions/${one.sessionId}`)).status).toBe(200)
  })

  it('are listed up to the newest fifty, with their total', async () => {
    const player = await world.actorOf((await makeAccount(world, 'admin')).username)
    const rows = world.db.collection<{ _id: string; startedAt: Date }>('sessions')
    const own = await rows.findOne({ _id: player.sessionId })
    if (!own) throw new Error('The session is not there')
    const older = Array.from({ length: 54 }, (_, at) => ({
      ...own,
      _id: `${own._id}-${at}`,
      startedAt: new Date(own.startedAt.getTime() - (at + 1) * 1_000),
    }))
    await rows.insertMany(older)
    const { body } = await world.call(`GET /sessions/${player.accountId}`, { as: player })
    expect(body.total).toBe(55)
    const expected = [own, ...older].slice(0, 50).map(({ _id }) => _id)
    expect(body.data.map((row: { _id: string }) => row._id)).toEqual(expected)
  })

  it('record their last activity at most every two minutes', async () => {
    const player = await world.actorOf(chain.player.username)
    const startedAt = Date.now()
    const activeAfter = async (minutes: number) => {
      clock = new Date(startedAt + minutes * 60_000)
      await world.internal('POST /sessions/check', { sessionIds: [player.sessionId] })
      const { body } = await world.call(`GET /sessions/${player.accountId}`, { as: player })
      const rows: { _id: string; lastActiveAt: string }[] = body.data
      const found = rows.find(({ _id }) => _id === player.sessionId)
      return Math.abs(Math.round((Date.parse(found?.lastActiveAt ?? '') - startedAt) / 60_000))
    }
    try {
      expect([await activeAfter(1), await activeAfter(5), await activeAfter(6), await activeAfter(9)]).toEqual([
        0, 5, 5, 9,
      ])
    } finally {
      clock = undefined
    }
  })

  it('can be ended by an ancestor of a player', async () => {
    const player = await world.actorOf(chain.player.username)
    const admin = await world.actorOf(chain.admin.username)
    const answer = await world.call(`GET /app/logout?id=${player.accountId}&role=player`, { as: admin })
    expect(answer.body).toEqual({ success: true, message: 'player logout successfully.' })
    expect((await world.internal(`GET /sessions/${player.sessionId}`)).status).toBe(404)
    expect((await world.call(`GET /app/logout?id=${chain.master._id}`, { as: admin })).status).toBe(404)
    const foreign = await makeChain(world)
    expect((await world.call(`GET /app/logout?id=${foreign.player._id}`, { as: admin })).status).toBe(404)
  })
})

describe('a password', () => {
  it('is changed with the old one, and all other sessions end', async () => {
    const account = await makeAccount(world, 'admin')
    const [here, there] = [await world.actorOf(account.username), await world.actorOf(account.username)]
    const change = (body: object) => world.call('POST /auth/chnagepassword', { as: here, body })
    const npass = 'Brand-new-one '.repeat(5).slice(0, 64)
    const passwords = { opass: testPassword, npass, cpass: npass }
    expect((await change({})).body.message).toBe('Please fill all fields.')
    expect((await change({ ...passwords, cpass: 'other' })).body).toMatchObject({
      success: false,
      message: 'New and confirm password do not match.',
    })
    const wrong = await change({ ...passwords, opass: 'not-this-one' })
    expect([wrong.status, wrong.body.errors]).toEqual([400, { opass: 'Invalid password' }])
    expect((await change({ ...passwords, userId: chain.admin._id })).status).toBe(404)
    const done = await change({ ...passwords, userId: account._id })
    expect(done.body).toEqual({ success: true, message: 'Password changed successfully!' })
    expect((await world.internal(`GET /sessions/${there.sessionId}`)).status).toBe(404)
    expect((await world.internal(`GET /sessions/${here.sessionId}`)).status).toBe(200)
    expect((await world.login(account.username)).status).toBe(401)
    expect((await world.login(account.username, npass.toLowerCase())).status).toBe(401)
    expect((await world.login(account.username, npass)).status).toBe(200)
  })

  it('cannot be replaced by itself, and only one of several concurrent changes succeeds', async () => {
    const account = await makeAccount(world, 'admin')
    const as = await world.actorOf(account.username)
    const change = (npass: string) =>
      world.call('POST /auth/chnagepassword', { as, body: { opass: testPassword, npass, cpass: npass } })
    const same = await change(testPassword)
    expect([same.status, same.body.errors]).toEqual([400, { npass: 'The new password is the old one.' }])
    const changes = await Promise.all(['brand-new-one', 'brand-new-two', 'brand-new-three'].map(change))
    expect(changes.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  it('can be changed only a few times per hour', async () => {
    const as = await world.actorOf((await makeAccount(world, 'admin')).username)
    clock = new Date()
    let [present, next] = [testPassword, 'another-one-0']
    const change = async () => {
      const body = { opass: present, npass: next, cpass: next }
      const answer = await world.call('POST /auth/chnagepassword', { as, body })
      if (answer.status === 200) [present, next] = [next, next.replace(/\d/, digit => String(Number(digit) + 1))]
      return answer
    }
    const statuses: number[] = []
    for (let at = 0; at < 7; at++) {
      const { status, headers } = await change()
      statuses.push(status)
      if (status === 429) expect(headers.get('retry-after')).toBe('3600')
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    clock = new Date(clock.getTime() + 3_600_001)
    as.sessionId = (await world.actorOf(as.username, present)).sessionId
    expect((await change()).status).toBe(200)
  })

  it('ends all sessions when an ancestor sets it', async () => {
    const account = await makeAccount(world, 'admin')
    const actor = await world.actorOf(account.username)
    await world.call(`PUT /admins/${account._id}`, { body: { password: 'from-above-1' } })
    expect((await world.internal(`GET /sessions/${actor.sessionId}`)).status).toBe(404)
    expect((await world.login(account.username, 'from-above-1')).status).toBe(200)
  })

  it.each(['QWERTY123', '88888888', '87654321'])(
    'is rejected wherever it is set if it is as common as %s',
    async common => {
      const account = await makeAccount(world, 'admin')
      const as = await world.actorOf(account.username)
      const calls: [string, string, object, Actor?][] = [
        ['POST /auth/chnagepassword', 'npass', { opass: testPassword, npass: common, cpass: common }, as],
        [`PUT /admins/${account._id}`, 'password', { password: common }],
        ['POST /admins/create', 'password', personFor('admin', { password: common })],
        ['POST /auth/signup', 'password', { username: 'easily.guessed', password: common }],
      ]
      for (const [call, field, body, actor = world.superadmin] of calls) {
        const answer = await world.call(call, { as: actor, body })
        expect([call, answer.status, answer.body.errors]).toEqual([call, 400, { [field]: authTexts.commonPassword }])
      }
      expect((await world.login(account.username)).status).toBe(200)
    },
  )

  it('is stored as an argon2id hash, like the PIN', async () => {
    const rows = await world.db.collection('credentials').find({}).toArray()
    for (const { password, pin } of rows) {
      for (const hash of [password, pin]) if (hash) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    }
  })
})

describe('the public sign-up', () => {
  it('creates an account without permissions, once per username', async () => {
    const body = { username: 'Curious.Cat', password: 'test-password' }
    const answer = await world.call('POST /auth/signup', { body })
    expect(answer.status).toBe(201)
    expect(answer.body.data).toMatchObject({ username: 'Curious.Cat', role: 'user' })
    const again = await world.call('POST /auth/signup', { body: { ...body, username: 'curious.cat' } })
    expect(again.status).toBe(409)
    const operator = await world.call('POST /auth/signup', { body: { ...body, username: 'admin77' } })
    expect(operator.status).toBe(409)
    const user = await world.actorOf('curious.cat')
    expect((await world.call('GET /player/all', { as: user })).status).toBe(403)
    expect((await world.call('GET /fetchUserById', { as: user })).body.data.username).toBe('Curious.Cat')
    expect((await world.call(`GET /fetchUserById?id=${chain.player._id}`, { as: user })).status).toBe(404)
  })

  it('can be disabled', async () => {
    const closed = await makeWorld({ signupAllowed: false })
    const answer = await closed.call('POST /auth/signup', {
      body: { username: 'Late.Comer', password: 'test-password' },
    })
    expect(answer.status).toBe(403)
    await closed.close()
  })
})

describe('a check of many sessions', () => {
  it('returns the valid ones with their users', async () => {
    const ids: string[] = []
    for (const { username } of [chain.admin, chain.master]) ids.push((await world.actorOf(username)).sessionId)
    const check = async () => (await world.internal('POST /sessions/check', { sessionIds: [...ids, 'none'] })).body.open
    expect(await check()).toEqual(
      expect.arrayContaining([
        {
          sessionId: ids[1],
          user: { _id: chain.master._id, username: chain.master.username, role: 'master' },
          expiresAt: expect.any(String),
          provenUntil: expect.any(String),
          ...{ isStrict: false, mustEnrol: false, approvals: [] },
        },
      ]),
    )
    expect(await check()).toHaveLength(2)
    await world.call(`PATCH /admins/toggle-status/${chain.admin._id}/deactivate`)
    expect(await check()).toEqual([])
    await world.call(`PATCH /admins/toggle-status/${chain.admin._id}/activate`)
  })
})
