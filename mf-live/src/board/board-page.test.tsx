import type { AnyEndpoint } from '@cascade/contracts'
import { gameCodes } from '@cascade/contracts/games'
import { type Board, type BoardGame, boardExample, liveApi } from '@cascade/contracts/live'
import { renderRemote } from '@cascade/ui-kit/testing'
import { fakeBackend, on, signInAs } from '@cascade/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setSocketOpener } from '../game/feed/open-socket'
import remote from '../remote'
import { makeFakeSocket } from '../testing/fake-socket'
import { makeGameState } from '../testing/make-game-state'

beforeEach(() => setSocketOpener(async () => makeFakeSocket().socket))
afterEach(() => setSocketOpener())

const [example] = boardExample.games as [BoardGame]
const by = { accountId: 'admin-1', username: 'admin1', role: 'admin' as const }
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
const makeGame = (gameName: string, gameId: string, worst: number, more: Partial<BoardGame> = {}): BoardGame => ({
  ...example,
  adminId: 'admin-1',
  username: 'admin1',
  gameName,
  gameId,
  stake: worst / 9,
  worst,
  worstBoosted: 2 * worst,
  lockAt: inMs(295_000),
  drawAt: inMs(300_000),
  ...more,
})
const target = makeGame('Fun Target', gameCodes.funTarget, 90)
const bingo = makeGame('Bingo', gameCodes.bingo, 900)

const withdrawn = {
  drawId: example.drawId,
  result: '7',
  picks: { result: '7' },
  booster: 1 as const,
  by,
  at: inMs(0),
}

/** Opens the board; a test may change what the server returns through `state`. */
async function open(games: BoardGame[], more: Partial<Board> = {}, path = '/admin/game') {
  signInAs()
  const state: { board: Board } = { board: { ...boardExample, now: inMs(0), total: games.length, games, ...more } }
  const backend = fakeBackend(
    on(liveApi.games, {
      success: true,
      data: games.map(({ adminId, username, gameId, gameName }) => ({ adminId, username, gameId, gameName })),
    }),
    on(liveApi.board, () => ({ success: true, data: { ...state.board, now: inMs(0) } })),
    on(liveApi.loadGame, ({ query }: { query: Record<string, string> }) => ({
      success: true,
      data: makeGameState(query.gameId ?? '', { 'straight:7': 10 }, { adminId: 'admin-1' }),
    })),
    on(liveApi.addResult, { success: true, message: 'Result added successfully!', data: {} }),
    on(liveApi.withdrawResult, { success: true, message: 'Result withdrawn.', data: { withdrawn } }),
    on(liveApi.setStop, { success: true, message: 'Betting stopped.', data: [] }),
  )
  const page = await renderRemote(remote.routes, path)
  return { ...page, backend, state }
}

const tile = (name: RegExp) => screen.findByRole('link', { name })
const bodiesOf = (backend: ReturnType<typeof fakeBackend>, endpoint: AnyEndpoint) =>
  backend.calls.filter(each => each.endpoint === endpoint).map(({ body }) => body)

describe('the board', () => {
  it('lists all games by worst-case payout, with the payout at both boosters and the totals', async () => {
    await open([target, bingo])
    const names = (await screen.findAllByRole('link')).map(link => link.textContent)
    expect(names[0]).toContain('Bingo')
    expect(names[0]).toContain('Worst, booster 1 900.00')
    expect(names[0]).toContain('Worst, booster 2 1,800.00')
    expect((await tile(/Fun Target/)).getAttribute('href')).toBe(`/admin/game/${target.gameId}/admin-1/admin1`)
    expect(screen.getByText('Worst case of all, booster 2').nextSibling?.textContent).toBe('180.00')
    expect(screen.queryByRole('combobox', { name: 'Admin' })).toBeNull()
  })

  it('takes a result by keyboard, with its price and a confirmation', async () => {
    const { user, backend } = await open([target, bingo])
    ;(await tile(/Fun Target/)).focus()
    const hand = await screen.findByRole('region', { name: 'Fun Target in hand' })
    await within(hand).findByText('Type a number, Enter chooses it')
    await user.keyboard('7{Enter}')
    expect(within(hand).getByText('Would pay at ×1').nextSibling?.textContent).toBe('90.00')
    await user.keyboard('*')
    await within(hand).findByText('180.00')
    await user.keyboard('{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Save 7' }))
    await waitFor(() =>
      expect(bodiesOf(backend, liveApi.addResult)).toEqual([
        { adminId: 'admin-1', gameId: target.gameId, drawId: 'draw-1', result: '7', boosterValue: 2 },
      ]),
    )
  })

  it('has keys on each tile that stop betting and withdraw a saved result', async () => {
    const pending = { ...withdrawn, label: '7', cost: 90 }
    const { user, backend } = await open([{ ...target, pending }])
    const link = await tile(/Saved 7, booster 1, pays 90.00/)
    link.focus()
    await screen.findByRole('button', { name: /^Withdraw 7/ })
    await user.keyboard('{Delete}')
    const { adminId, gameId } = target
    await waitFor(() =>
      expect(bodiesOf(backend, liveApi.withdrawResult)).toEqual([{ adminId, gameId, drawId: example.drawId }]),
    )
    await screen.findByText('Result withdrawn.')
    link.focus()
    await user.keyboard(' ')
    await user.click(await screen.findByRole('button', { name: 'Stop betting on Fun Target' }))
    await waitFor(() => expect(bodiesOf(backend, liveApi.setStop)).toEqual([{ adminId, gameId, stopped: true }]))
  })

  it('stops all betting with one key after a confirmation, and resumes it with one click without one', async () => {
    const { user, backend, state } = await open([target])
    await tile(/Fun Target/)
    await user.keyboard('!')
    const dialog = await screen.findByRole('dialog')
    state.board.stopped = { adminId: 'admin-1', gameId: null, by, at: inMs(0), reason: null }
    await user.click(within(dialog).getByRole('button', { name: 'Stop everything' }))
    await screen.findByText('Everything is stopped.')
    await user.click(screen.getByRole('button', { name: /^Start again/ }))
    await waitFor(() =>
      expect(bodiesOf(backend, liveApi.setStop)).toEqual([
        { everything: true, stopped: true },
        { everything: true, stopped: false },
      ]),
    )
  })

  it('shows a superadmin the admin of each game and can be filtered by admin', async () => {
    const other = makeGame('Fun Target', gameCodes.funTarget, 0, { adminId: 'admin-2', username: 'admin2' })
    await open([target, other], {}, '/superadmin/game?admin=admin-2')
    await tile(/admin2/)
    expect(await screen.findByRole('combobox', { name: 'Admin' })).toBeTruthy()
  })

  it('marks figures older than two ticks as stale and disables every change', async () => {
    const { backend } = await open([target], { tickMs: 300 })
    await tile(/Fun Target.*Live/)
    backend.disconnect({ isReported: false })
    await tile(/Stale · \d/)
    expect(screen.getByRole('button', { name: /Stop everything/ }).hasAttribute('disabled')).toBe(true)
    expect(screen.getByRole('alert').textContent).toContain('The feed is lost')
  })

  it('is also shown on the wall, with a way back', async () => {
    const { user } = await open([target], {}, '/admin/game/wall')
    await screen.findByRole('heading', { level: 1, name: 'Wall' })
    await tile(/Fun Target/)
    await user.click(screen.getByRole('button', { name: 'Leave the wall' }))
    await screen.findByRole('heading', { level: 1, name: 'Live Result' })
  })

  it('shows a message when it is empty', async () => {
    await open([])
    expect(await screen.findByText('No games available')).toBeTruthy()
  })
})
