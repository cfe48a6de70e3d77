import { accountApi, type SessionRow, sessionApi } from '@cascade/contracts/accounts'
import { fakeBackend, on, type RecordedCall } from '@cascade/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { detailsResponses } from '../testing/details'
import { answer, makeAccount } from '../testing/make-account'
import { open } from '../testing/open-remote'

const session = (_id: string, ipAddress: string): SessionRow => ({
  _id,
  ipAddress,
  userId: 'p1',
  username: 'player1',
  role: 'player',
  current: false,
  userAgent: 'Mozilla/5.0',
  device: 'Chrome on Linux',
  startedAt: '2026-01-05T10:00:00.000Z',
  lastActiveAt: '2026-01-05T10:20:00.000Z',
  expiresAt: '2026-01-05T10:30:00.000Z',
})

async function openDetails() {
  const rows = new Map([session('s1', '10.0.0.7'), session('s2', '10.0.0.8')].map(row => [row._id, row]))
  const backend = fakeBackend(
    on(accountApi.player.read, answer(makeAccount({ _id: 'p1' }))),
    on(sessionApi.sessions, () => ({ success: true, data: [...rows.values()], total: rows.size + 60 })),
    on(sessionApi.endSession, ({ params }: RecordedCall) => {
      rows.delete(params.sessionId ?? '')
      return { success: true }
    }),
    ...detailsResponses,
  )
  const { user } = await open('admin', 'player/players/details/p1')
  const heading = await screen.findByRole('heading', { name: 'Open sessions' })
  return { backend, user, card: within(heading.closest('section')!) }
}

describe('the sessions card', () => {
  it('lists open sessions with device, times and total count', async () => {
    const { card } = await openDetails()
    const first = (await card.findByText(/10\.0\.0\.7/)).closest('li')?.textContent
    expect(first).toMatch(/Chrome on Linux.*Signed in .*Last active .*Ends /)
    expect(card.getByText('The newest 2 of 62')).toBeTruthy()
  })

  it('asks for confirmation before it ends a session', async () => {
    const { backend, user, card } = await openDetails()
    const end = async (button: string) => {
      const row = (await card.findByText(/10\.0\.0\.8/)).closest('li')!
      await user.click(within(row).getByRole('button', { name: /End session$/ }))
      const dialog = within(await screen.findByRole('dialog', { name: 'End session' }))
      expect(dialog.getByText(/player1 is signed out at once on Chrome on Linux at 10\.0\.0\.8/)).toBeTruthy()
      await user.click(dialog.getByRole('button', { name: button }))
    }
    await end('Cancel')
    expect(backend.callsOf(sessionApi.endSession)).toEqual([])
    await end('End session of player1')
    await waitFor(() => expect(card.queryByText(/10\.0\.0\.8/)).toBeNull())
    expect(backend.callsOf(sessionApi.endSession).map(({ params }) => params)).toEqual([
      { userId: 'p1', sessionId: 's2' },
    ])
  })
})
