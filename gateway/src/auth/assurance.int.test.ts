import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startWorld } from '../testing/world'

const world = await startWorld()
afterAll(() => world.stop())

type Bearer = { authorization: string }
let bearer: Bearer
beforeEach(async () => {
  ;({ bearer } = await world.signIn())
})
const session = () => [...world.accounts.sessions.values()].at(-1)
const change = (fields: object) => Object.assign(session() ?? {}, fields)
const past = new Date(Date.now() - 1_000).toISOString()
const future = new Date(Date.now() + 300_000).toISOString()

const send = (method: string, path: string) => world.send({ method, path, headers: bearer, json: {} })
const outcomeOf = async (method: string, path: string) => {
  const { status, json } = await send(method, path)
  return [status, json.reason]
}

describe('step-up', () => {
  it('is needed for marked calls, and counts for five minutes', async () => {
    change({ provenUntil: past })
    const calls = world.accounts.state.calls
    expect(await outcomeOf('DELETE', '/api/admins/a1')).toEqual([403, 'STEP_UP_REQUIRED'])
    expect(world.accounts.state.calls).toBe(calls)
    expect(await outcomeOf('PUT', '/api/admins/a1')).toEqual([200, undefined])
    // Another gateway, or svc-accounts, knows of the proof first: the cache is checked again.
    change({ provenUntil: future })
    expect(await outcomeOf('DELETE', '/api/admins/a1')).toEqual([200, undefined])
  })

  it.each([
    [true, [403, 'STEP_UP_REQUIRED']],
    [false, [200, undefined]],
  ])('is required for a change of status only under a strict policy: %s', async (isStrict, outcome) => {
    change({ isStrict, provenUntil: past })
    expect(await outcomeOf('PATCH', '/api/admins/toggle-status/a1/deactivate')).toEqual(outcome)
  })

  it('takes a factor for factors and policy, if the account has one', async () => {
    change({ provenUntil: future, factorProvenUntil: past })
    expect(await outcomeOf('DELETE', '/api/admins/a1')).toEqual([200, undefined])
    expect(await outcomeOf('POST', '/api/security/totp/begin')).toEqual([403, 'STEP_UP_FACTOR_REQUIRED'])
    change({ factorProvenUntil: future })
    expect(await outcomeOf('POST', '/api/security/totp/begin')).toEqual([200, undefined])
  })
})

describe('a session whose role needs a factor that its account lacks', () => {
  it('may only read itself, enrol and sign out', async () => {
    change({ mustEnrol: true })
    expect(await outcomeOf('GET', '/api/superadmins/all')).toEqual([403, 'SECOND_FACTOR_REQUIRED'])
    expect(await outcomeOf('POST', '/api/security/totp/begin')).toEqual([200, undefined])
    expect(await outcomeOf('GET', '/api/auth/session')).toEqual([200, undefined])
    expect(await outcomeOf('GET', '/api/auth/logout')).toEqual([200, undefined])
  })
})

describe('the second step of a sign-in', () => {
  it('sets the cookie and returns the token only after the proof', async () => {
    const password = { username: 'careful', password: 'right-password' }
    const firstStep = await world.send({ method: 'POST', path: '/api/auth/login', json: password })
    expect(firstStep.json).toMatchObject({ success: true, needs: 'second-factor', factors: ['totp'] })
    expect(firstStep.json).not.toHaveProperty('token')
    expect(firstStep.headers['set-cookie']).toBeUndefined()
    const prove = (totp: string) =>
      world.send({
        method: 'POST',
        path: '/api/auth/second-factor',
        json: { challenge: firstStep.json.challenge, totp },
      })
    expect((await prove('000 000')).status).toBe(401)
    const opened = await prove('123 456')
    expect(opened.json).toMatchObject({ user: { username: 'careful' }, message: 'Login successful!' })
    expect(opened.headers['set-cookie']?.[0]).toMatch(/^session-token=[\w.-]+; /)
  })
})
