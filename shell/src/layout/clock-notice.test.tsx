import { sessionApi } from '@cascade/contracts/accounts'
import { formatDateTime } from '@cascade/ui-kit'
import { call } from '@cascade/web-kit'
import { fakeBackend, on, signInAs } from '@cascade/web-kit/testing'
import { act, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { dashboardAnswers, openShell } from '../testing/open-shell'

const dayMs = 86_400_000

describe('the clock notice', () => {
  it("reports a wrong computer clock once and shows the server's time", async () => {
    const user = signInAs()
    const right = Date.now() - 3 * dayMs
    const counts = {
      success: true,
      count: 1,
      countAdmins: 0,
      countSuperDistributors: 0,
      countDistributors: 0,
      countRetailers: 0,
    }
    const headers = { date: new Date(right).toUTCString(), 'x-request-id': 'r1' }
    fakeBackend(...dashboardAnswers(user).slice(0, 1), on(sessionApi.userCount, counts, { headers }))
    const view = await openShell('/admin/player')
    await screen.findByText('players of accounts')
    expect(screen.queryByText('The clock of this computer is wrong.')).toBeNull()
    await act(async () => void (await call(sessionApi.userCount, { query: { currentrole: 'admin' } })))
    expect(screen.getByText(/It shows/).textContent).toContain(`it is ${formatDateTime(right).slice(0, 10)}`)
    const shown = view.container.querySelector('.shell-zone time')?.getAttribute('dateTime') ?? ''
    expect(shown.slice(0, 10)).toBe(new Date(right).toISOString().slice(0, 10))
    // A slow start may show other notices, too.
    await view.user.click(within(screen.getByText(/It shows/)).getByRole('button', { name: 'Close' }))
    expect(screen.queryByText(/It shows/)).toBeNull()
  })
})
