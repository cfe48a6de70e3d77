import { authApi } from '@cascade/contracts/accounts'
import { fakeBackend, on, signInAs } from '@cascade/web-kit/testing'
import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { dashboardAnswers, openShell } from '../testing/open-shell'

const emptyRejection = () => Response.json({ success: false }, { status: 500 })

afterEach(() => vi.unstubAllGlobals())

describe('a failed login', () => {
  it.each([
    ['is rejected without a message', false, 'Login failed.'],
    ['gets no response', true, 'An error occurred during login.'],
  ])('is reported when it %s, and keeps the typed text', async (_why, gone, message) => {
    const backend = fakeBackend(on(authApi.login, emptyRejection))
    const { user } = await openShell('/')
    await user.type(screen.getByLabelText('Username'), 'admin1')
    await user.type(screen.getByLabelText('Password'), 'secret')
    if (gone) backend.disconnect({ isReported: false })
    await user.click(screen.getByRole('button', { name: 'Log In' }))
    expect(await screen.findByText(message)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('admin1')
  })
})

describe('a failed logout', () => {
  it('is reported and keeps the session', async () => {
    const actor = signInAs()
    fakeBackend(...dashboardAnswers(actor), on(authApi.logout, emptyRejection))
    const { user } = await openShell('/admin/dashboard')
    await user.click(await screen.findByRole('button', { name: /^Account of admin1/ }))
    await user.click(await screen.findByText('Log Out'))
    expect(await screen.findByText('Logout failed.')).toBeTruthy()
    expect(localStorage.getItem('session-token')).toBe('token-of-the-test')
  })
})
