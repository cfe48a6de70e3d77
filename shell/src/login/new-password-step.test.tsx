import { authApi, secondStepApi } from '@cascade/contracts/accounts'
import { fakeBackend, makeUser, on, type RecordedCall, rejection } from '@cascade/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { dashboardAnswers, openShell } from '../testing/open-shell'

afterEach(() => vi.unstubAllGlobals())

describe('a sign-in with a temporary password', () => {
  it('asks for a new password in the same card, and continues with it', async () => {
    const user = makeUser()
    const expiresAt = new Date(Date.now() + 1_800_000).toISOString()
    const session = { success: true, token: 't1', user, roles: user.roles, expiresAt }
    const used = rejection(400, 'VALIDATION', 'This is one of your last five passwords.')
    const backend = fakeBackend(
      on(authApi.login, { success: true, needs: 'new-password', challenge: 'c1' }),
      on(secondStepApi.newPassword, ({ body }: RecordedCall) =>
        (body as { npass: string }).npass === 'used-password' ? used : session,
      ),
      ...dashboardAnswers(user),
    )
    const view = await openShell('/')
    const type = async (label: string, text: string) => {
      await view.user.clear(await screen.findByLabelText(label))
      await view.user.type(screen.getByLabelText(label), text)
    }
    await type('Username', 'admin1')
    await type('Password', 'given-password')
    await view.user.click(screen.getByRole('button', { name: 'Log In' }))
    const renew = async (npass: string, cpass = npass) => {
      await type('New password', npass)
      await type('Confirm password', cpass)
      await view.user.click(screen.getByRole('button', { name: 'Continue' }))
    }
    await screen.findByLabelText('New password')
    const types = ['New password', 'Confirm password'].map(label => screen.getByLabelText(label).getAttribute('type'))
    expect(types).toEqual(['password', 'password'])
    await renew('own-password', 'other-password')
    expect(await screen.findByText('New and confirm password do not match.')).toBeTruthy()
    await renew('used-password')
    expect(await screen.findByText('This is one of your last five passwords.')).toBeTruthy()
    await renew('own-password')
    await waitFor(() => expect(view.router.state.location.pathname).toBe('/admin/dashboard'))
    expect(backend.callsOf(secondStepApi.newPassword).at(-1)?.body).toEqual({
      challenge: 'c1',
      ...{ npass: 'own-password', cpass: 'own-password' },
    })
  })
})
