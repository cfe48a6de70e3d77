import { liveApi } from '@cascade/contracts/live'
import { renderRemote } from '@cascade/ui-kit/testing'
import { fakeBackend, on, signInAs } from '@cascade/web-kit/testing'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import remote from '../remote'

const bingo = { adminId: 'admin-1', username: 'admin1', gameId: 'qZicXibb', gameName: 'Bingo' }
const wheel = { adminId: 'admin-2', username: 'admin2', gameId: 'vwRORrGO', gameName: 'Fun Roullet' }

test('lists the games of each admin and leads to their screens', async () => {
  signInAs({ role: 'superadmin' })
  fakeBackend(on(liveApi.games, { success: true, data: [bingo, wheel] }))
  const { user } = await renderRemote(remote.routes, '/superadmin/game')
  const link = await screen.findByRole('link', { name: /Bingo/ })
  expect(link.getAttribute('href')).toBe('/superadmin/game/qZicXibb/admin-1/admin1')
  expect(screen.getAllByRole('heading', { level: 2 }).map(heading => heading.textContent)).toEqual(['admin1', 'admin2'])

  await user.type(screen.getByRole('searchbox'), 'roul')
  expect(screen.queryByRole('link', { name: /Bingo/ })).toBeNull()
  expect(screen.getByRole('link', { name: /Fun Roullet/ })).toBeTruthy()
})

test('says when there are no games', async () => {
  signInAs()
  fakeBackend(on(liveApi.games, { success: true, data: [] }))
  await renderRemote(remote.routes, '/admin/game')
  expect(await screen.findByText('No games available')).toBeTruthy()
})
