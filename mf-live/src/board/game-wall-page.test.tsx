import { gameCodes } from '@cascade/contracts/games'
import { liveApi } from '@cascade/contracts/live'
import { choose, renderRemote } from '@cascade/ui-kit/testing'
import { fakeBackend, on, signInAs } from '@cascade/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setSocketOpener } from '../game/feed/open-socket'
import remote from '../remote'
import { makeFakeSocket } from '../testing/fake-socket'
import { makeGameState } from '../testing/make-game-state'

const pairs = [
  { adminId: 'admin-1', username: 'admin1', gameId: gameCodes.funTarget, gameName: 'Fun Target' },
  { adminId: 'admin-1', username: 'admin1', gameId: gameCodes.bingo, gameName: 'Bingo' },
]

beforeEach(() => setSocketOpener(async () => makeFakeSocket().socket))
afterEach(() => {
  setSocketOpener()
  localStorage.removeItem('cascade.live')
})

async function open() {
  signInAs()
  fakeBackend(
    on(liveApi.games, { success: true, data: pairs }),
    on(liveApi.loadGame, ({ query }: { query: Record<string, string> }) => ({
      success: true,
      data: makeGameState(query.gameId ?? '', { 'straight:7': 10 }),
    })),
  )
  const page = await renderRemote(remote.routes, '/admin/game/wall')
  await screen.findByRole('heading', { level: 1, name: 'Wall' })
  return page
}

test('games are added, watched, taken away, and kept for the user', async () => {
  const { user, unmount } = await open()
  expect(screen.getByText('Add the games that you want to watch.')).toBeTruthy()
  await choose(user, 'Add a game', 'Fun Target · admin1')
  await choose(user, 'Add a game', 'Bingo · admin1')
  const [target] = await screen.findAllByRole('list', { name: 'Dearest result' })
  expect(within(target as HTMLElement).getByText('90.00')).toBeTruthy()
  expect(screen.getAllByRole('timer')).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Take Fun Target off the wall' }))
  await waitFor(() => expect(screen.getAllByRole('timer')).toHaveLength(1))
  unmount()

  await open()
  expect(await screen.findByRole('button', { name: 'Move Bingo' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Move Fun Target' })).toBeNull()
})
