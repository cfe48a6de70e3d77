import { type DescriptionVersion, gameCodes, gamesApi, timeApi } from '@cascade/contracts/games'
import { masterGames } from '@cascade/draw-rules/master'
import { hasPicture } from '@cascade/game-pictures'
import { chooseOption, renderRemote } from '@cascade/ui-kit/testing'
import { fakeBackend, on, rejection, signInAs } from '@cascade/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import remote from '../remote'

const lucky = masterGames.find(game => game.gameId === gameCodes.lucky12)
const versionOf = (overrides: Partial<DescriptionVersion> = {}): DescriptionVersion => ({
  gameId: gameCodes.lucky12,
  gameName: 'Lucky 12',
  version: 3,
  description: lucky?.description as DescriptionVersion['description'],
  by: { username: 'root1', role: 'superadmin' },
  at: '2026-01-31T10:00:00.000Z',
  ...overrides,
})

type Server = { stored: DescriptionVersion; rejection?: Response | undefined }
async function open(server: Server = { stored: versionOf() }) {
  signInAs({ role: 'superadmin' })
  const backend = fakeBackend(
    on(timeApi.list, {
      success: true,
      data: [
        { _id: 'a', timecount: 120 },
        { _id: 'b', timecount: 180 },
      ],
    }),
    on(gamesApi.list, { success: true, data: [], total: 0 }),
    on(gamesApi.description, () => ({ success: true, data: server.stored })),
    on(gamesApi.descriptions, () => {
      const { description: _description, gameName: _gameName, ...summary } = server.stored
      return { success: true, data: [summary], total: 1 }
    }),
    on(gamesApi.changeDescription, () => server.rejection ?? { success: true, message: 'Saved', data: server.stored }),
  )
  const page = await renderRemote(remote.routes, '/superadmin/gamemaster/description/game-1')
  await screen.findByLabelText('Straight pays')
  return { server, sent: () => backend.callsOf(gamesApi.changeDescription), ...page }
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
async function retype(user: UserEvent, label: string, value: string) {
  await user.clear(field(label))
  await user.paste(value)
}
const review = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Review changes' }))

describe('the description page', () => {
  it('shows rules, returns, options and the author of the version', async () => {
    await open()
    expect(screen.getByText('Lucky 12, version 3')).toBeTruthy()
    expect(field('Straight pays').value).toBe('10.00')
    expect(field('Largest bet').value).toBe('10,000')
    expect(screen.getByText('83.33 % comes back')).toBeTruthy()
    expect(within(screen.getByRole('list', { name: 'Options: Result' })).getAllByRole('listitem')).toHaveLength(12)
    expect(await screen.findByText('root1')).toBeTruthy()
  })

  it('saves a new version after its changes were reviewed', async () => {
    const { user, sent, router } = await open()
    await retype(user, 'Straight pays', '10.5')
    await chooseOption(user, 'Time between draws', '120 sec')
    await review(user)
    const dialog = await screen.findByRole('dialog')
    expect(
      within(dialog)
        .getAllByRole('row')
        .map(row => row.textContent),
    ).toEqual(['FieldNowThen', 'Time between draws180 sec120 sec', 'Straight pays× 10× 10.5'])
    expect(sent()).toHaveLength(0)
    await user.click(within(dialog).getByRole('button', { name: 'Save as version 4' }))
    expect(await screen.findByText('Saved')).toBeTruthy()
    const { description } = versionOf()
    expect(sent()[0]?.body).toEqual({
      version: 3,
      description: {
        ...description,
        draw: { ...description.draw, intervalSeconds: 120 },
        bets: [{ ...description.bets[0], multiplier: 1050 }],
      },
    })
    await waitFor(() => expect(router.state.location.pathname).toBe('/superadmin/gamemaster'), { timeout: 3000 })
  })

  it('sends nothing without changes, or when the review is cancelled', async () => {
    const { user, sent } = await open()
    await review(user)
    expect(await screen.findByText('Nothing was changed.')).toBeTruthy()
    await retype(user, 'Largest bet', '500')
    await review(user)
    await user.click(await screen.findByRole('button', { name: 'Go on editing' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(field('Largest bet').value).toBe('500')
    expect(sent()).toHaveLength(0)
  })

  it('reports an inconsistent value at its field', async () => {
    const { user, sent } = await open()
    await retype(user, 'Betting closes before', '180')
    await review(user)
    expect(await screen.findByText('Shorter than the time between draws')).toBeTruthy()
    expect(sent()).toHaveLength(0)
  })

  it.each([
    ['Straight pays', '1.005', 'At most two decimals'],
    ['Straight pays', '0', 'At least × 1'],
    ['Largest bet', '7,5', 'A number is needed'],
    ['Largest bet', '-5', 'At least 1'],
    ['Largest bet', '1.5', 'A whole number is needed'],
    ['Largest bet', '99999999999999999999', 'A number is needed'],
  ])('rejects %s of %s and keeps it as typed', async (label, typed, sentence) => {
    const { user, sent } = await open()
    await retype(user, label, typed)
    await review(user)
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(field(label).value).toContain(typed)
    expect(sent()).toHaveLength(0)
  })

  it('reloads the stored version after a conflict and compares with it instead of overwriting', async () => {
    const stale = 'Somebody else has changed this description in the meantime.'
    const { user, server, sent } = await open()
    await retype(user, 'Largest bet', '500')
    const { description } = versionOf()
    server.stored = versionOf({
      version: 4,
      description: { ...description, limits: { ...description.limits, betMin: 5 } },
    })
    server.rejection = rejection(409, 'CONFLICT', stale)
    await review(user)
    await user.click(await screen.findByRole('button', { name: 'Save as version 4' }))
    expect(await screen.findByText(stale)).toBeTruthy()
    server.rejection = undefined
    await review(user)
    const dialog = await screen.findByRole('dialog')
    const rows = within(dialog).getAllByRole('row')
    expect(rows.map(row => row.textContent)).toEqual(['FieldNowThen', 'Smallest bet51', 'Largest bet10,000500'])
    await user.click(within(dialog).getByRole('button', { name: 'Save as version 5' }))
    await screen.findByText('Saved')
    expect(sent().map(call => call.body.version)).toEqual([3, 4])
  })

  it('shows a server error at its field', async () => {
    const sentence = 'There is no such time. Add it in Time Master first.'
    const fieldError = rejection(400, 'VALIDATION', sentence, { 'description.draw.intervalSeconds': sentence })
    const { user } = await open({ stored: versionOf(), rejection: fieldError })
    await retype(user, 'Largest bet', '500')
    await review(user)
    await user.click(await screen.findByRole('button', { name: 'Save as version 4' }))
    expect(await screen.findByText(sentence)).toBeTruthy()
  })

  it('has every picture that the master data names', () => {
    const images = masterGames.flatMap(({ description }) =>
      description.dimensions.flatMap(({ options }) =>
        'first' in options ? [] : options.flatMap(each => each.image ?? []),
      ),
    )
    expect(images.length).toBeGreaterThan(80)
    expect(images.filter(image => !hasPicture(image))).toEqual([])
  })
})
