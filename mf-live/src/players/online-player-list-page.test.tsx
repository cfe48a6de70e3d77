import { reportsApi } from '@cascade/contracts/reports'
import { on } from '@cascade/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openPage } from '../testing/open-page'

const player = {
  _id: 'p-1',
  username: 'player1',
  points: 100.5,
  playPoints: 40,
  winPoints: 9,
  claimPoints: 5,
  endPoints: 31,
  isOnline: true,
  lastLogin: '2026-03-01T10:00:00.000Z',
}

describe('the list of online players', () => {
  it("shows players with presence and today's play, and can be filtered by status", async () => {
    const { backend, user } = await openPage(
      '/master/onlineplayers',
      on(reportsApi.onlinePlayers, { success: true, data: [player], total: 1, online: 1 }),
    )
    const row = (await screen.findByText('player1')).closest('tr') as HTMLElement
    const heads = screen.getAllByRole('columnheader').map(head => head.textContent)
    expect(heads).toEqual(['No', 'User Name', 'Points', 'Play', 'Win', 'Claim', 'End', 'Is Online', 'Last Login'])
    const cells = within(row).getAllByRole('cell')
    expect(cells.slice(1, 8).map(cell => cell.textContent)).toEqual([
      ...['player1', '100.50', '40.00', '9.00', '5.00', '31.00', 'Online'],
    ])
    await user.click(screen.getByText('Offline', { selector: '.ant-segmented-item-label' }))
    await waitFor(() =>
      expect(backend.callsOf(reportsApi.onlinePlayers).at(-1)?.query).toMatchObject({ status: 'offline' }),
    )
  })
})
