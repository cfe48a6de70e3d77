import { type Game, gamesApi } from '@cascade/contracts/games'
import { renderRemote } from '@cascade/ui-kit/testing'
import { fakeBackend, on, rejection, signInAs } from '@cascade/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from '../remote'
import { makeGame } from '../testing/make-game'
import { openPage } from '../testing/open-page'
import { gameExportColumns } from './game-list-page'

const listOf = (...data: Game[]) => on(gamesApi.list, { success: true, data, total: data.length })

describe('the game list', () => {
  it('shows its columns in order', async () => {
    await openPage('/superadmin/gamemaster', listOf(makeGame()))
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
      'Actions',
    ])
    expect(
      within(row!)
        .getAllByRole('cell')
        .map(cell => cell.textContent),
    ).toEqual(['1', 'MNOQqWWi', 'Fun Target', '10', '60 sec', 'active', 'Cascade', '2025-01-01', ''])
  })

  it.each([
    ['active', 'success'],
    ['inactive', 'danger'],
    ['coming-soon', 'warning'],
  ] as const)('shows the status %s as text and in its colour', async (status, tone) => {
    await openPage('/superadmin/gamemaster', listOf(makeGame({ status })))
    expect((await screen.findByText(status)).dataset.tone).toBe(tone)
  })

  it('has different messages when it is empty, without matches and failed', async () => {
    const { unmount } = await openPage('/superadmin/gamemaster', listOf())
    expect(await screen.findByText('No games available')).toBeTruthy()
    unmount()

    const searched = await renderRemote(remote.routes, '/superadmin/gamemaster?q=zzz')
    expect(await screen.findByText('Nothing matches these filters')).toBeTruthy()
    searched.unmount()

    for (const answer of [{ nonsense: true }, Response.json({}, { status: 500 })]) {
      fakeBackend(on(gamesApi.list, answer))
      const failed = await renderRemote(remote.routes, '/superadmin/gamemaster')
      expect(await screen.findByText('Failed to fetch games. Please try again later.')).toBeTruthy()
      failed.unmount()
    }
  })

  it('has columns of its own in GamesList.xlsx', () => {
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
})

describe('a row of the game list', () => {
  async function open(game: Game, rejection?: Response) {
    signInAs({ role: 'superadmin' })
    const answer = rejection ?? { success: true, message: 'Game status updated successfully', data: game }
    const backend = fakeBackend(
      listOf(game),
      on(gamesApi.setStatus, answer),
      on(gamesApi.remove, rejection ?? { success: true, message: 'Game deleted successfully' }),
      on(gamesApi.read, { success: true, data: game }),
    )
    const page = await renderRemote(remote.routes, '/superadmin/gamemaster')
    await screen.findByText('MNOQqWWi')
    const act = async (label: string) => page.user.click(screen.getByRole('button', { name: `${label} Fun Target` }))
    const confirm = async () => page.user.click(await screen.findByRole('button', { name: 'Confirm' }))
    return { backend, act, confirm, ...page }
  }

  it.each([
    [
      'active',
      'Deactivate',
      'deactivate',
      'Deactivate Confirmation',
      'Are you sure you want to deactivate Fun Target?',
    ],
    ['inactive', 'Activate', 'activate', 'Activate Confirmation', 'Are you sure you want to activate Fun Target?'],
    ['coming-soon', 'Activate', 'activate', 'Activate Confirmation', 'Are you sure you want to activate Fun Target?'],
  ] as const)(
    'toggles the status of a game that is %s after a confirmation',
    async (status, label, action, title, question) => {
      const { backend, act, confirm } = await open(makeGame({ status }))
      await act(label)
      expect(await screen.findByText(title)).toBeTruthy()
      expect(screen.getByText(question)).toBeTruthy()
      expect(backend.callsOf(gamesApi.setStatus)).toHaveLength(0)
      await confirm()
      expect(await screen.findByText('Game status updated successfully')).toBeTruthy()
      expect(backend.callsOf(gamesApi.setStatus)[0]?.params).toEqual({ id: 'game-1', action })
      await waitFor(() => expect(backend.callsOf(gamesApi.list).length).toBe(2))
    },
  )

  it('deletes a game after a confirmation, and not when it is cancelled', async () => {
    const { backend, act, confirm, user } = await open(makeGame())
    await act('Delete')
    expect(await screen.findByText('Are you sure you want to delete Fun Target?')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(backend.callsOf(gamesApi.remove)).toHaveLength(0)
    await act('Delete')
    await confirm()
    expect(await screen.findByText('Game deleted successfully')).toBeTruthy()
    expect(backend.callsOf(gamesApi.remove)).toHaveLength(1)
  })

  it("shows the server's message for a rejected deletion", async () => {
    const reason = 'Players have open tickets in this game.'
    const { act, confirm } = await open(makeGame(), rejection(409, 'CONFLICT', reason))
    await act('Delete')
    await confirm()
    expect(await screen.findByText(reason)).toBeTruthy()
  })

  it.each([
    ['Delete', ' Failed to Game deletion '],
    ['Deactivate', 'Failed to update game status'],
  ])('reports a failed %s without a message as %j, untrimmed', async (label, sentence) => {
    const { act, confirm } = await open(makeGame(), new Response('<html>', { status: 404 }))
    await act(label)
    await confirm()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(sentence)
  })

  it('links to the edit form', async () => {
    const { user, router } = await open(makeGame())
    await user.click(screen.getByRole('link', { name: 'Edit Fun Target' }))
    expect(router.state.location.pathname).toBe('/superadmin/gamemaster/edit/game-1')
  })
})

describe('an admin', () => {
  it('can read the game list but change nothing', async () => {
    await openPage('/admin/gamemaster', listOf(makeGame()))
    await screen.findByText('MNOQqWWi')
    expect(screen.queryByRole('button', { name: /Add Game/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull()
  })
})
