import { launchApi } from '@cascade/contracts/gateway'
import { fakeBackend, on, signInAs } from '@cascade/web-kit/testing'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { dashboardAnswers, openShell } from '../testing/open-shell'

describe('the card before going live', () => {
  it('shows a superadmin what is left, with its action, until it is accepted with a reason', async () => {
    const user = signInAs({ role: 'superadmin', username: 'superadmin' })
    const left = ['strict', 'tls']
    const backend = fakeBackend(
      on(launchApi.list, () => ({ success: true, data: left })),
      on(launchApi.accept, () => {
        left.splice(0)
        return { success: true }
      }),
      ...dashboardAnswers(user),
    )
    const view = await openShell('/superadmin/dashboard')
    expect((await screen.findByRole('link', { name: 'Switch it on' })).getAttribute('href')).toBe(
      '/superadmin/profile/security',
    )
    await view.user.click(screen.getByRole('button', { name: 'Go live without it: Services talk without TLS' }))
    await view.user.type(screen.getByRole('textbox', { name: 'Why?' }), 'One machine')
    await view.user.click(screen.getByRole('button', { name: 'Go live without it' }))
    await expect.poll(() => screen.queryByText('Before you go live')).toBeNull()
    const [call] = backend.callsOf(launchApi.accept)
    expect([call?.params, call?.body]).toEqual([{ item: 'tls' }, { reason: 'One machine' }])
  })
})
