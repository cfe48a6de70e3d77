import { authApi, backgroundHeader } from '@cascade/contracts/accounts'
import { renderApp } from '@cascade/ui-kit/testing'
import { useSession } from '@cascade/web-kit'
import { fakeBackend, on, signInAs } from '@cascade/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { IdleWarning } from './idle-warning'

const minute = 60_000

async function openWarning(quietMs: number, answer: unknown) {
  signInAs({ role: 'admin' })
  localStorage.setItem('session-active', String(Date.now() - quietMs))
  const backend = fakeBackend(on(authApi.session, answer))
  const page = await renderApp([{ path: '/', element: <IdleWarning idleMinutes={10} /> }])
  return { backend, ...page }
}

describe('the end of an idle session', () => {
  it('is read from the server and explained on the sign-in page', async () => {
    const body = { success: false, code: 'UNAUTHENTICATED', reason: 'SESSION_IDLE', message: 'Please log in again.' }
    const { backend } = await openWarning(10 * minute, () => Response.json(body, { status: 401 }))
    await waitFor(() => expect(useSession.getState().ended?.why).toBe('idle'))
    expect(backend.callsOf(authApi.session)[0]?.headers.get(backgroundHeader)).toBe('1')
  })

  it('is announced a minute before, and a click keeps the session', async () => {
    const user = signInAs({ role: 'admin' })
    const expiresAt = new Date(Date.now() + 20 * minute).toISOString()
    const session = { success: true, user, roles: user.roles, expiresAt, idleMinutes: 10 }
    const { backend, ...page } = await openWarning(9.5 * minute, session)
    await page.user.click(await screen.findByRole('button', { name: 'Stay signed in' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Stay signed in' })).toBeNull())
    const [call] = backend.callsOf(authApi.session)
    expect(call?.headers.get(backgroundHeader)).toBeNull()
  })
})
