import { gameCodes } from '@cascade/contracts/games'
import { type DrawRow, liveApi } from '@cascade/contracts/live'
import { on } from '@cascade/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { makeGameState } from '../testing/make-game-state'
import { openPage } from '../testing/open-page'

const row: DrawRow = {
  drawId: 'a1_MNOQqWWi_7',
  number: 1234,
  adminId: 'a1',
  gameId: 'MNOQqWWi',
  drawAt: '2026-03-01T10:01:00.000Z',
  result: '3',
  booster: 2,
  policy: 'manual',
  stake: 50,
  payout: 180,
  tickets: 4,
  resultVersion: 2,
  state: 'settled',
  by: { accountId: 'a1', username: 'admin1', role: 'admin', approvedBy: 'root' },
}

describe('the list of draws', () => {
  it('finds a draw by its number on any day', async () => {
    const { backend, user } = await openPage(
      '/admin/game/draws/MNOQqWWi/a1',
      on(liveApi.games, { success: true, data: [] }),
      on(liveApi.loadGame, { success: true, data: makeGameState(row.gameId) }),
      on(liveApi.draws, { success: true, data: [row], total: 1 }),
    )
    await screen.findByRole('link', { name: '1,234' })
    await user.type(screen.getByRole('searchbox'), '#1234')
    await waitFor(() => expect(backend.callsOf(liveApi.draws).at(-1)?.query).toMatchObject({ q: '#1234' }))
  })

  it('shows the draws of a day with the user who chose each result, and links to them', async () => {
    const { backend } = await openPage(
      '/admin/game/draws/MNOQqWWi/a1?day=2026-03-01',
      on(liveApi.games, { success: true, data: [{ ...row, username: 'admin1', gameName: 'Fun Target' }] }),
      on(liveApi.loadGame, { success: true, data: makeGameState(row.gameId) }),
      on(liveApi.draws, { success: true, data: [row], total: 1 }),
    )
    const link = await screen.findByRole('link', { name: '1,234' })
    expect(link.getAttribute('href')).toBe('/admin/game/draw/a1_MNOQqWWi_7')
    expect(link.closest('tr')?.textContent).toContain('(corrected)')
    expect(link.closest('tr')?.textContent).toContain('admin1, approved by root')
    expect(backend.callsOf(liveApi.draws)[0]?.query).toMatchObject({
      adminId: 'a1',
      gameId: 'MNOQqWWi',
      day: '2026-03-01',
    })
    expect(await screen.findByRole('heading', { level: 1, name: 'Draws of Fun Target' })).toBeTruthy()
  })

  it('shows results with the option names of the game', async () => {
    const card: DrawRow = { ...row, gameId: gameCodes.andharBahar, result: '1-k-under' }
    await openPage(
      `/admin/game/draws/${card.gameId}/a1`,
      on(liveApi.games, { success: true, data: [] }),
      on(liveApi.loadGame, { success: true, data: makeGameState(card.gameId) }),
      on(liveApi.draws, { success: true, data: [card], total: 1 }),
    )
    expect(await screen.findByText('A · Spade · Under')).toBeTruthy()
  })
})
