import { authApi } from '@cascade/contracts/accounts'
import { describe, expect, it, vi } from 'vitest'
import { call, createApiClient, setApiClient } from '../api/api-client'
import { fakeBackend, makeUser, on, rejection, signInAs } from '../testing'
import { restoreSession, signIn, signOut, watchSession } from './session'
import { markUnknown, sessionLeftMs, useSession } from './session-store'

const user = makeUser()
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const answer = (minutes = 30) => ({ success: true, user, roles: user.roles, expiresAt: inMinutes(minutes) })
const stored = () => [
  localStorage.getItem('session-token'),
  sessionStorage.getItem('session-token'),
  sessionStorage.getItem('session-role'),
  sessionStorage.getItem('session-expiry') !== null,
]

describe('signIn', () => {
  it('stores the token in local storage, and token, role and expiry for this tab', async () => {
    fakeBackend(on(authApi.login, { ...answer(), token: 't1' }))
    await signIn('admin1', 'secret')
    expect(stored()).toEqual(['t1', 't1', 'admin', true])
    expect(useSession.getState()).toMatchObject({ status: 'signed-in', user: { username: 'admin1' } })
  })
  it('stores nothing when the login is rejected', async () => {
    fakeBackend(on(authApi.login, rejection(401, 'UNAUTHENTICATED', 'Invalid username or password.')))
    await expect(signIn('admin1', 'wrong')).rejects.toMatchObject({ message: 'Invalid username or password.' })
    expect(stored()).toEqual([null, null, null, false])
  })
})

describe('restoreSession', () => {
  it('restores a new tab, which has a token but no expiry', async () => {
    localStorage.setItem('session-token', 't1')
    fakeBackend(on(authApi.session, answer()))
    await restoreSession()
    expect(stored()).toEqual(['t1', 't1', 'admin', true])
  })
  it('permits reads only when the browser stores no token', async () => {
    fakeBackend(on(authApi.session, answer()), on(authApi.login, { ...answer(), token: 't1' }))
    await restoreSession()
    expect(useSession.getState()).toMatchObject({ status: 'signed-in', readsOnly: true })
    await signIn('admin1', 'secret')
    expect(useSession.getState().readsOnly).toBe(false)
  })
  it('clears the session when the stored expiry has passed', async () => {
    signInAs()
    sessionStorage.setItem('session-expiry', inMinutes(-1))
    fakeBackend(on(authApi.session, answer()))
    await restoreSession()
    expect(stored()).toEqual([null, null, null, false])
  })
  it("compares the stored expiry with the server's clock, not with that of a computer a day ahead", async () => {
    const headers = { date: inMinutes(-1440), 'x-request-id': 'r1' }
    localStorage.setItem('session-token', 't1')
    sessionStorage.setItem('session-expiry', inMinutes(-1410))
    fakeBackend(on(authApi.session, answer(-1410), { headers }))
    await restoreSession()
    expect(useSession.getState().status).toBe('signed-in')
  })
  it.each([401, 403])('clears the session when the server responds %s', async status => {
    signInAs()
    fakeBackend(on(authApi.session, rejection(status, status === 401 ? 'UNAUTHENTICATED' : 'FORBIDDEN', 'No.')))
    await restoreSession()
    expect(stored()).toEqual([null, null, null, false])
    expect(useSession.getState().status).toBe('anonymous')
  })
  it.each<[string, () => Response | Promise<Response>]>([
    ['the server cannot be reached', () => Promise.reject(new TypeError('offline'))],
    ['a proxy responds 401', () => new Response('<html>Sign in to the proxy</html>', { status: 401 })],
    ['a proxy responds 403', () => new Response('<html>Blocked</html>', { status: 403 })],
  ])('keeps the token when %s', async (_, fetch) => {
    localStorage.setItem('session-token', 't1')
    markUnknown()
    setApiClient(createApiClient({ fetch }))
    await restoreSession()
    expect(stored()[0]).toBe('t1')
    expect(useSession.getState().status).toBe('unreachable')
  })
})

describe('signOut', () => {
  it('clears local and session storage', async () => {
    signInAs()
    fakeBackend(on(authApi.logout, { success: true }))
    await signOut()
    expect(stored()).toEqual([null, null, null, false])
  })
  it('keeps the session when the server failed to end it', async () => {
    signInAs()
    fakeBackend(on(authApi.logout, rejection(503, 'UNAVAILABLE', 'Later.')))
    await expect(signOut()).rejects.toMatchObject({ message: 'Later.' })
    expect(useSession.getState().status).toBe('signed-in')
  })
})

describe('watchSession', () => {
  it('ends the session at its expiry', () => {
    vi.useFakeTimers()
    const stop = watchSession()
    signInAs()
    vi.advanceTimersByTime(29 * 60_000)
    expect(useSession.getState().status).toBe('signed-in')
    vi.advanceTimersByTime(60_001)
    expect(useSession.getState().status).toBe('anonymous')
    stop()
    vi.useRealTimers()
  })
  it("follows the server's clock on a computer that is ahead or behind", async () => {
    vi.useFakeTimers()
    const stop = watchSession()
    for (const days of [30, -400]) {
      const headers = { date: inMinutes(days * -1440), 'x-request-id': 'r1' }
      fakeBackend(on(authApi.login, { ...answer(days * -1440 + 30), token: 't1' }, { headers }))
      await signIn('admin1', 'secret')
      vi.advanceTimersByTime(29 * 60_000)
      expect(useSession.getState().status).toBe('signed-in')
      vi.advanceTimersByTime(61_001)
      expect(useSession.getState().status).toBe('anonymous')
    }
    stop()
  })
  it('checks with the server before it ends a session whose clock was changed', async () => {
    const stop = watchSession()
    signInAs()
    const headers = { date: new Date(Date.now()).toUTCString(), 'x-request-id': 'r1' }
    const backend = fakeBackend(on(authApi.session, answer(), { headers }))
    vi.useFakeTimers({ now: Date.now() + 40 * 86_400_000, toFake: ['Date'] })
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.waitFor(() => expect(backend.callsOf(authApi.session)).toHaveLength(1))
    await vi.waitFor(() => expect(sessionLeftMs()).toBeGreaterThan(0))
    expect(useSession.getState().status).toBe('signed-in')
    backend.disconnect()
    vi.setSystemTime(Date.now() + 40 * 86_400_000)
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.waitFor(() => expect(useSession.getState().status).toBe('anonymous'))
    stop()
  })
  it('ends the session when another tab signs out', () => {
    const stop = watchSession()
    signInAs()
    window.dispatchEvent(new StorageEvent('storage', { key: 'session-token', newValue: null }))
    expect(stored()).toEqual([null, null, null, false])
    stop()
  })
  it('switches to the user who signed in in another tab', async () => {
    const stop = watchSession()
    signInAs()
    const other = makeUser({ role: 'master', username: 'master1' })
    fakeBackend(on(authApi.session, { ...answer(), user: other }))
    localStorage.setItem('session-token', 't2')
    window.dispatchEvent(new StorageEvent('storage', { key: 'session-token', newValue: 't2' }))
    await vi.waitFor(() => expect(useSession.getState().user?.username).toBe('master1'), 20_000)
    stop()
  })
  it('checks an unreachable session again when the connection is back', async () => {
    const stop = watchSession()
    localStorage.setItem('session-token', 't1')
    markUnknown()
    const backend = fakeBackend(on(authApi.session, answer()))
    backend.disconnect()
    await restoreSession()
    expect(useSession.getState().status).toBe('unreachable')
    backend.reconnect()
    await vi.waitFor(() => expect(useSession.getState().status).toBe('signed-in'))
    stop()
  })
})

describe('a session', () => {
  it('survives a late 401 of an old token after a new sign-in', async () => {
    signInAs()
    const backend = fakeBackend(
      on(authApi.session, () => {
        localStorage.setItem('session-token', 'newer')
        return rejection(401, 'UNAUTHENTICATED', 'No.')
      }),
    )
    await expect(call(authApi.session)).rejects.toMatchObject({ status: 401 })
    expect(backend.calls).toHaveLength(1)
    expect(useSession.getState().status).toBe('signed-in')
  })

  it('says why it ended, unless the user ended it', async () => {
    signInAs()
    fakeBackend(on(authApi.session, rejection(401, 'UNAUTHENTICATED', 'No.')))
    await restoreSession()
    expect(useSession.getState().ended?.why).toBe('refused')
    signInAs()
    expect(useSession.getState().ended).toBeUndefined()
    fakeBackend(on(authApi.logout, { success: true }))
    await signOut()
    expect(useSession.getState().ended).toBeUndefined()
  })
})
