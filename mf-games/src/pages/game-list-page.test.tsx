import { gamesApi } from '@cascade/contracts/games'
import { renderRemote } from '@cascade/ui-kit/testing'
import { fakeBackend, on, signInAs } from '@cascade/web-kit/testing'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { gameExportColumns } from '../features/games/components/game-columns'
import remote from '../remote'
import { makeGame } from '../testing/make-game'

test('shows the columns of the game master in order', async () => {
  signInAs({ role: 'superadmin' })
  fakeBackend(on(gamesApi.list, { success: true, data: [makeGame()], total: 1 }))
  await renderRemote(remote.routes, '/superadmin/gamemaster')
  const row = (await screen.findByText('MNOQqWWi')).closest('tr')
  expect(screen.getAllByRole('columnheader').map(header => header.textContent)).toEqual([
    'No',
    'Game ID',
    'Game Name',
    'Digits',
    'Time',
    'Status',
    'Publisher',
    'Release Date',
  ])
  expect(
    within(row!)
      .getAllByRole('cell')
      .map(cell => cell.textContent),
  ).toEqual(['1', 'MNOQqWWi', 'Fun Target', '10', '60 sec', 'active', 'Cascade', '2025-01-01'])
})

test.each([
  ['active', 'success'],
  ['inactive', 'danger'],
  ['coming-soon', 'warning'],
] as const)('%s is told in words and in the colour of its state', async (status, tone) => {
  signInAs({ role: 'superadmin' })
  fakeBackend(on(gamesApi.list, { success: true, data: [makeGame({ status })], total: 1 }))
  await renderRemote(remote.routes, '/superadmin/gamemaster')
  expect((await screen.findByText(status)).dataset.tone).toBe(tone)
})

test('no games, none that match, and a list that cannot be fetched, have their own sentences', async () => {
  signInAs({ role: 'superadmin' })
  fakeBackend(on(gamesApi.list, { success: true, data: [], total: 0 }))
  const { unmount } = await renderRemote(remote.routes, '/superadmin/gamemaster')
  expect(await screen.findByText('No games available')).toBeTruthy()
  unmount()

  const searched = await renderRemote(remote.routes, '/superadmin/gamemaster?q=zzz')
  expect(await screen.findByText('Nothing matches these filters')).toBeTruthy()
  searched.unmount()

  fakeBackend(on(gamesApi.list, { nonsense: true }))
  await renderRemote(remote.routes, '/superadmin/gamemaster')
  expect(await screen.findByText('Failed to fetch games. Please try again later.')).toBeTruthy()
})

test('GamesList.xlsx has its own columns', () => {
  expect(gameExportColumns.map(column => column.title)).toEqual([
    'Game ID',
    'Game Name',
    'No. of Digits',
    'Status',
    'Publisher',
    'Release Date',
  ])
  const values = gameExportColumns.map(column => column.value(makeGame(), 0))
  expect(values).toEqual(['MNOQqWWi', 'Fun Target', 10, 'active', 'Cascade', '2025-01-01'])
})
