import { securityTexts } from '@cascade/contracts/accounts'
import type { Actor } from '@cascade/service-kit'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createAuthenticator } from '../../testing/authenticator'
import { type Chain, makeAccount, makeChain } from '../../testing/make-accounts'
import { type Answer, makeWorld, testOrigin, testPassword } from '../../testing/world'
import { createFactorCipher } from './factor-keys'

const keyOf = (kid: string, byte: number) => ({ kid, key: Buffer.alloc(32, byte).toString('base64url') })
const oldKey = keyOf('old', 1)
const factorKeys = [keyOf('new', 2), oldKey]
let chain: Chain
let clock = Date.now()
const world = await makeWorld({ now: () => new Date(clock), factorKeys })
afterAll(() => world.close())
beforeEach(async () => {
  // The superadmin's session lasts half an hour.
  clock = Date.now()
  chain = await makeChain(world)
})

const setPolicy = (body: object) => world.call('PUT /security/policy', { body })
const codeAt = (secret: string, at = clock) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })
const wrongCode = (secret: string) => {
  const right = [-30_000, 0, 30_000].map(ms => codeAt(secret, clock + ms))
  return ['000000', '111111', '222222', '333333'].find(code => !right.includes(code)) ?? ''
}

async function enrolTotp(username = chain.admin.username) {
  const actor = await world.actorOf(username)
  const begun = await world.call('POST /security/totp/begin', { as: actor, body: {} })
  const secret: string = begun.body.secret
  const body = { name: 'Phone', code: codeAt(secret) }
  const confirmed = await world.call('POST /security/totp/confirm', { as: actor, body })
  expect([begun.status, confirmed.status]).toEqual([200, 200])
  clock += 30_000
  return { actor, secret, recoveryCodes: confirmed.body.recoveryCodes as string[] }
}

async function enrolPasskey(options: { origin?: string; isVerifying?: boolean } = {}) {
  const actor = await world.actorOf(chain.admin.username)
  const begun = await world.call('POST /security/passkeys/begin', { as: actor, body: {} })
  const passkey = createAuthenticator(options.origin ?? testOrigin, options)
  const body = { name: 'Laptop', passkey: passkey.register(begun.body.data.challenge) }
  const finished = await world.call('POST /security/passkeys/finish', { as: actor, body })
  return { actor, passkey, finished, body }
}

const answerChallenge = (challenge: string, proof: object, ipAddress = '10.0.0.1'): Promise<Answer> =>
  world.internal('POST /sessions/second-factor', { challenge, proof, ipAddress, userAgent: 'vitest' })
const signInWithPasskey = (challenge: string, passkey: object): Promise<Answer> =>
  world.internal('POST /sessions/passkey', { challenge, passkey, ipAddress: '10.0.0.1', userAgent: 'vitest' })
const beginPasskey = async () => (await world.call('POST /auth/passkey/begin', { body: {} })).body.challenge as string

describe('an authenticator app', () => {
  it('is required after the password, and one code opens one session', async () => {
    const { secret } = await enrolTotp()
    const firstStep = await world.login(chain.admin.username)
    expect(firstStep.body).toMatchObject({ needs: 'second-factor', factors: ['totp', 'recovery'] })
    expect(firstStep.body).not.toHaveProperty('sessionId')
    const { challenge } = firstStep.body
    expect((await answerChallenge(challenge, { totp: wrongCode(secret) })).status).toBe(401)
    const opened = await answerChallenge(challenge, { totp: codeAt(secret) })
    expect(opened.body).toMatchObject({ user: { username: chain.admin.username } })
    clock += 30_000
    expect((await answerChallenge(challenge, { totp: codeAt(secret) })).status).toBe(401)
  })

  it('rejects the same code for a second sign-in, and codes of more than one step away', async () => {
    const { secret } = await enrolTotp()
    const code = codeAt(secret)
    const first = await world.login(chain.admin.username)
    const second = await world.login(chain.admin.username)
    const answers = await Promise.all(
      [first, second].map(({ body }) => answerChallenge(body.challenge, { totp: code })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const used = await world.login(chain.admin.username)
    const again = await answerChallenge(used.body.challenge, { totp: code })
    expect([again.status, again.body.message]).toEqual([400, securityTexts.usedCode])
    const late = await world.login(chain.admin.username)
    expect((await answerChallenge(late.body.challenge, { totp: codeAt(secret, clock + 90_000) })).status).toBe(401)
    expect((await answerChallenge(late.body.challenge, { totp: codeAt(secret, clock + 30_000) })).status).toBe(200)
  })

  it('binds its challenge to the network and to five minutes', async () => {
    const { secret } = await enrolTotp()
    const firstStep = await world.login(chain.admin.username)
    const totp = codeAt(secret)
    expect((await answerChallenge(firstStep.body.challenge, { totp }, '10.9.9.9')).status).toBe(401)
    clock += 301_000
    expect((await answerChallenge(firstStep.body.challenge, { totp: codeAt(secret) })).status).toBe(401)
  })

  it('delays wrong codes, which a right password does not forgive', async () => {
    const { secret } = await enrolTotp()
    for (let attempt = 0; attempt < 5; attempt++) {
      const { body } = await world.login(chain.admin.username)
      expect((await answerChallenge(body.challenge, { totp: wrongCode(secret) })).status).toBe(401)
    }
    const { body } = await world.login(chain.admin.username)
    expect((await answerChallenge(body.challenge, { totp: codeAt(secret) })).status).toBe(429)
  })

  it('is delayed if the gateway throttles the network, unless it has proved a factor before', async () => {
    const { secret } = await enrolTotp()
    const answer = async (waitSeconds?: number) => {
      const { challenge } = (await world.login(chain.admin.username)).body
      const body = {
        challenge,
        proof: { totp: codeAt(secret) },
        ipAddress: '10.0.0.1',
        userAgent: 'vitest',
        waitSeconds,
      }
      const { status, headers } = await world.internal('POST /sessions/second-factor', body)
      return [status, headers.get('retry-after')]
    }
    expect(await answer(7)).toEqual([429, '7'])
    expect(await answer()).toEqual([200, null])
    clock += 30_000
    expect(await answer(7)).toEqual([200, null])
  })

  it('is disabled after twenty wrong codes, with a notice to its owner and its superior', async () => {
    const { secret, recoveryCodes } = await enrolTotp()
    const { _id: accountId } = chain.admin
    await world.db.collection('recovery_codes').updateOne({ _id: accountId as never }, { $set: { wrongCodes: 19 } })
    const { body } = await world.login(chain.admin.username)
    expect((await answerChallenge(body.challenge, { totp: wrongCode(secret) })).status).toBe(401)
    const right = await answerChallenge(body.challenge, { totp: codeAt(secret) })
    expect([right.status, right.body.message]).toEqual([400, securityTexts.onlyOtherProof])
    const [recovery = ''] = recoveryCodes
    const owner = await actorBy(chain.admin.username, { recovery })
    for (const as of [owner, world.superadmin]) {
      const { data } = (await world.call('GET /notices', { as })).body
      expect(data.map(({ kind }: { kind: string }) => kind)).toContain('codes-guessed')
    }
    expect(
      (await answerChallenge((await world.login(chain.admin.username)).body.challenge, { totp: codeAt(secret) }))
        .status,
    ).toBe(200)
  })

  it('has recovery codes that open one session each', async () => {
    const { recoveryCodes } = await enrolTotp()
    expect(new Set(recoveryCodes).size).toBe(10)
    const [recovery = ''] = recoveryCodes
    const use = async () => {
      const { body } = await world.login(chain.admin.username)
      return (await answerChallenge(body.challenge, { recovery: recovery.toLowerCase() })).status
    }
    expect(await use()).toBe(200)
    expect(await use()).toBe(401)
    const actor = await actorBy(chain.admin.username, { recovery: recoveryCodes[1] })
    const { body } = await world.call('GET /security/factors', { as: actor })
    expect(body).toMatchObject({ recoveryCodesLeft: 8, data: [{ kind: 'totp', name: 'Phone' }] })
  })
})

/** An actor whose session was opened with a second step. */
async function actorBy(username: string, proof: object): Promise<Actor> {
  const { body } = await world.login(username)
  const opened = await answerChallenge(body.challenge, proof)
  const { _id: accountId, role } = opened.body.user
  return { accountId, username, role, sessionId: opened.body.sessionId, ipAddress: '10.0.0.1' }
}

describe('a passkey', () => {
  it('answers the second step, and signs in alone', async () => {
    const { passkey, finished } = await enrolPasskey()
    expect(finished.body.recoveryCodes).toHaveLength(10)
    const firstStep = await world.login(chain.admin.username)
    expect(firstStep.body.passkey).toMatchObject({ challenge: firstStep.body.challenge, userVerification: 'required' })
    const proof = { passkey: passkey.assert(firstStep.body.challenge) }
    expect((await answerChallenge(firstStep.body.challenge, proof)).status).toBe(200)
    const challenge = await beginPasskey()
    const alone = await signInWithPasskey(challenge, passkey.assert(challenge))
    expect(alone.body).toMatchObject({ user: { username: chain.admin.username } })
    const unknown = await signInWithPasskey(await beginPasskey(), createAuthenticator(testOrigin).assert(challenge))
    expect(unknown.body.message).toBe(securityTexts.unknownPasskey)
  })

  it('rejects a replayed assertion, another challenge and a counter that goes back', async () => {
    const { passkey } = await enrolPasskey()
    const challenge = await beginPasskey()
    const assertion = passkey.assert(challenge)
    expect((await signInWithPasskey(challenge, assertion)).status).toBe(200)
    expect((await signInWithPasskey(challenge, assertion)).status).toBe(401)
    expect((await signInWithPasskey(await beginPasskey(), assertion)).status).toBe(401)
    passkey.setCounter(0)
    const next = await beginPasskey()
    expect((await signInWithPasskey(next, passkey.assert(next))).status).toBe(401)
  })

  it('is rejected for another origin, or without user verification', async () => {
    const elsewhere = await enrolPasskey({ origin: 'https://office.example.org' })
    expect([elsewhere.finished.status, elsewhere.finished.body.code]).toEqual([400, 'VALIDATION'])
    const unverified = await enrolPasskey({ isVerifying: false })
    expect(unverified.finished.status).toBe(400)
  })

  it('cannot be registered twice with one challenge', async () => {
    const { actor, body } = await enrolPasskey()
    expect((await world.call('POST /security/passkeys/finish', { as: actor, body })).status).toBe(400)
  })
})

describe('step-up', () => {
  it('accepts the password, a code or a passkey, and states until when it counts', async () => {
    const { actor, secret } = await enrolTotp()
    clock += 600_000
    const untils = []
    for (const body of [{ password: testPassword }, { totp: codeAt(secret) }]) {
      const { body: answer } = await world.call('POST /auth/step-up', { as: actor, body })
      expect(Date.parse(answer.provenUntil) - clock).toBe(300_000)
      const [open] = (await world.internal('POST /sessions/check', { sessionIds: [actor.sessionId] })).body.open
      expect(open.mustEnrol).toBe(false)
      untils.push([open.provenUntil, open.factorProvenUntil].map(until => Date.parse(until) - clock))
    }
    expect(untils[0]?.[0]).toBe(300_000)
    expect(untils[0]?.[1]).toBeLessThan(0)
    expect(untils[1]).toEqual([300_000, 300_000])
  })

  it('needs the factor of an account that has one to set another password', async () => {
    const { actor, secret } = await enrolTotp()
    const edit = () => world.call(`PUT /master/${chain.master._id}`, { as: actor, body: { password: 'another-one-9' } })
    clock += 301_000
    await world.call('POST /auth/step-up', { as: actor, body: { password: testPassword } })
    expect((await edit()).body.reason).toBe('STEP_UP_FACTOR_REQUIRED')
    await world.call('POST /auth/step-up', { as: actor, body: { totp: codeAt(secret) } })
    expect((await edit()).status).toBe(200)
  })

  it('answers a wrong password or code with WRONG_PASSWORD and ends the session after ten', async () => {
    const { actor, secret } = await enrolTotp()
    const stepUp = (body: object) => world.call('POST /auth/step-up', { as: actor, body })
    const totp = codeAt(secret)
    expect((await stepUp({ totp })).status).toBe(200)
    expect((await stepUp({ totp })).body.message).toBe(securityTexts.usedCode)
    for (const proof of [{ totp: wrongCode(secret) }, { password: 'wrong' }]) {
      const rejected = await stepUp(proof)
      expect([rejected.status, rejected.body.reason]).toEqual([400, 'WRONG_PASSWORD'])
    }
    let status = 400
    for (let attempt = 0; attempt < 20 && status !== 401; attempt++) {
      clock += 61_000
      status = (await stepUp({ password: 'wrong' })).status
    }
    expect(status).toBe(401)
  })
})

describe('factors', () => {
  it('are removed by a superior, which ends the sessions of the owner', async () => {
    const { actor } = await enrolTotp(chain.master.username)
    const path = `DELETE /security/factors/of/${chain.master._id}`
    expect((await world.call(path, { as: actor })).status).toBe(404)
    const admin = await world.actorOf(chain.admin.username)
    const removed = await world.call(path, { as: admin })
    expect(removed.status).toBe(200)
    expect((await world.internal('POST /sessions/check', { sessionIds: [actor.sessionId] })).body.open).toEqual([])
    const reopened = await world.actorOf(chain.master.username)
    const begun = await world.call('POST /security/totp/begin', { as: reopened, body: {} })
    const confirm = (enrolmentCode?: string) =>
      world.call('POST /security/totp/confirm', {
        as: reopened,
        body: { code: codeAt(begun.body.secret), enrolmentCode },
      })
    expect((await confirm()).body.message).toBe(securityTexts.wrongEnrolmentCode)
    expect((await confirm('AAAAA-AAAAA')).status).toBe(400)
    expect((await confirm(removed.body.enrolmentCode.toLowerCase())).status).toBe(200)
    const other = await makeChain(world)
    const foreign = `DELETE /security/factors/of/${other.master._id}`
    expect((await world.call(foreign, { as: admin })).status).toBe(404)
  })

  it('end all other sessions of their owner when one is added, renamed or removed', async () => {
    const other = await world.actorOf(chain.admin.username)
    const { actor } = await enrolTotp()
    const openOf = async (...of: Actor[]) =>
      (await world.internal('POST /sessions/check', { sessionIds: of.map(({ sessionId }) => sessionId) })).body.open
    expect(await openOf(other, actor)).toHaveLength(1)
    const [factor] = (await world.call('GET /security/factors', { as: actor })).body.data
    const path = `/security/factors/${factor._id}`
    expect((await world.call(`PATCH ${path}`, { as: actor, body: { name: 'Tablet' } })).status).toBe(200)
    expect((await world.call('GET /security/factors', { as: actor })).body.data).toMatchObject([{ name: 'Tablet' }])
    const changes = (await world.events('accounts.authority.changed.v1')).flatMap(({ activities }) => activities)
    expect(changes.at(-1)).toMatchObject({
      data: { username: chain.admin.username, changes: [{ field: 'factor', before: null, after: 'Phone' }] },
    })
    expect((await world.call(`DELETE ${path}`, { as: actor })).status).toBe(200)
    expect((await world.login(chain.admin.username)).body).toHaveProperty('sessionId')
  })

  it('stay in force when a superior sets another password', async () => {
    await enrolTotp(chain.master.username)
    const password = 'from-above-1'
    expect((await world.call(`PUT /master/${chain.master._id}`, { body: { password } })).status).toBe(200)
    expect((await world.login(chain.master.username, password)).body).toMatchObject({ needs: 'second-factor' })
  })

  it('are read with a rotated key, which is no longer needed after their next use', async () => {
    const { secret } = await enrolTotp()
    const accountId = chain.admin._id
    const rows = world.db.collection('factors')
    const sealed = createFactorCipher([oldKey]).seal(Secret.fromBase32(secret).bytes, accountId)
    await rows.updateOne({ accountId }, { $set: { secret: sealed } })
    const { body } = await world.login(chain.admin.username)
    expect((await answerChallenge(body.challenge, { totp: codeAt(secret) })).status).toBe(200)
    const stored = await rows.findOne({ accountId })
    expect(stored?.secret.kid).toBe('new')
    expect(JSON.stringify(stored)).not.toContain(secret)
    const [newKey] = factorKeys
    const opened = createFactorCipher(newKey ? [newKey] : []).open(stored?.secret, accountId)
    expect(new Secret({ buffer: Uint8Array.from(opened ?? []).buffer }).base32).toBe(secret)
  })
})

describe('the security policy', () => {
  it('is changed by a superadmin only, and not from a stale version', async () => {
    const admin = await world.actorOf(chain.admin.username)
    expect((await world.call('GET /security/policy', { as: admin })).status).toBe(403)
    const read = await world.call('GET /security/policy')
    const headers = { 'if-match': read.headers.get('etag') ?? '' }
    const body = { graceDays: 3 }
    expect((await world.call('PUT /security/policy', { body, headers })).status).toBe(200)
    expect((await world.call('PUT /security/policy', { body, headers })).status).toBe(409)
    expect((await world.call('PUT /security/policy', { body: { ...body, more: 1 } })).status).toBe(400)
  })

  it('names every role, is changed by single fields, and is not switched off while accounts have factors', async () => {
    const roles = ['superadmin', 'admin', 'superareamanager', 'areamanager', 'master', 'player']
    const { data } = (await world.call('GET /security/policy')).body
    expect(Object.keys(data.secondFactor).sort()).toEqual(roles.sort())
    await enrolTotp()
    const rejected = await setPolicy({ secondFactor: { admin: 'off' } })
    expect([rejected.status, rejected.body.message]).toEqual([409, expect.stringMatching(/^\d+ accounts of this role/)])
    const changed = await setPolicy({ secondFactor: { areamanager: 'off' } })
    expect(changed.body.data).toEqual({ ...data, secondFactor: { ...data.secondFactor, areamanager: 'off' } })
    const as = await world.actorOf(chain.areamanager.username)
    expect((await world.call('GET /security/factors', { as })).body.mayEnrol).toBe(false)
    const begun = await world.call('POST /security/totp/begin', { as, body: {} })
    expect([begun.status, begun.body.message]).toEqual([403, securityTexts.factorsOff])
    await setPolicy({ secondFactor: { areamanager: 'optional' } })
  })

  it('cannot lock all users out', async () => {
    const body = { secondFactor: { superadmin: 'required' }, graceDays: 0 }
    const rejected = await world.call('PUT /security/policy', { body })
    expect([rejected.status, rejected.body.code]).toEqual([400, 'VALIDATION'])
  })

  it('restricts an account without a factor after its days of grace', async () => {
    let actor = await world.actorOf(chain.admin.username)
    const mustEnrol = async () => {
      const { body } = await world.internal('POST /sessions/check', { sessionIds: [actor.sessionId] })
      return body.open[0]?.mustEnrol
    }
    clock += 1_000
    await setPolicy({ secondFactor: { admin: 'required' }, graceDays: 1 })
    expect(await mustEnrol()).toBe(false)
    clock += 1_000
    const later = await world.actorOf((await makeAccount(world, 'admin')).username)
    const { open } = (await world.internal('POST /sessions/check', { sessionIds: [later.sessionId] })).body
    expect(open[0]).toMatchObject({ mustEnrol: true })
    await setPolicy({ secondFactor: { admin: 'required' }, graceDays: 0 })
    expect(await mustEnrol()).toBe(true)
    ;({ actor } = await enrolTotp())
    expect(await mustEnrol()).toBe(false)
    const rejected = await world.call(
      `DELETE /security/factors/${(await world.call('GET /security/factors', { as: actor })).body.data[0]._id}`,
      { as: actor },
    )
    expect(rejected.status).toBe(422)
    await setPolicy({ secondFactor: { admin: 'optional' } })
  })
})
