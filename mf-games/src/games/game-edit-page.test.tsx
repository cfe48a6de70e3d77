import { type Game, gamesApi } from '@cascade/contracts/games'
import { renderRemote } from '@cascade/ui-kit/testing'
import { fakeBackend, on, rejection, signInAs } from '@cascade/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import remote from '../remote'
import { makeGame } from '../testing/make-game'
import { openPage } from '../testing/open-page'

type Server = { game: Game; version: number; rejection?: Response | undefined }

async function open(server: Server = { game: makeGame(), version: 4 }) {
  signInAs({ role: 'superadmin' })
  const response = () =>
    Response.json(
      { success: true, message: 'Game updated successfully', data: server.game },
      { headers: { etag: `"${server.version}"` } },
    )
  const backend = fakeBackend(
    on(gamesApi.list, { success: true, data: [server.game], total: 1 }),
    on(gamesApi.read, response),
    on(gamesApi.update, () => server.rejection ?? response()),
  )
  const page = await renderRemote(remote.routes, '/superadmin/gamemaster/edit/game-1')
  await screen.findByLabelText('Game Name')
  return { server, sent: () => backend.callsOf(gamesApi.update), ...page }
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const submit = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Submit' }))
async function retype(user: UserEvent, label: string, value: string) {
  await user.clear(field(label))
  if (value) await user.paste(value)
}

describe('the edit form of a game', () => {
  it('is prefilled and sends only changed fields with the version that was read', async () => {
    const { user, sent, router } = await open()
    expect(screen.getByRole('heading', { level: 1, name: 'Edit Game' })).toBeTruthy()
    expect(field('Game ID').value).toBe('MNOQqWWi')
    expect(field('Game ID').readOnly).toBe(true)
    await retype(user, 'Game Name', 'Target')
    await user.click(screen.getByRole('radio', { name: 'coming-soon' }))
    await submit(user)
    expect(await screen.findByText('Game updated successfully')).toBeTruthy()
    expect(sent()[0]?.body).toEqual({ gameName: 'Target', status: 'coming-soon' })
    expect(sent()[0]?.headers.get('if-match')).toBe('"4"')
    await waitFor(() => expect(router.state.location.pathname).toBe('/superadmin/gamemaster'), { timeout: 3000 })
  })

  it('sends nothing while it is unchanged', async () => {
    const { user, sent } = await open()
    await submit(user)
    expect(await screen.findByText('Nothing was changed.')).toBeTruthy()
    expect(sent()).toHaveLength(0)
  })

  it.each([
    ['Game Name', '', 'Game Name is required'],
    ['Number of Digits', '', 'Number of Digits is required'],
    ['Number of Digits', '0', 'Must be at least 1'],
    ['Description', '', 'Description is required'],
    ['Publisher', '', 'Publisher is required'],
    ['Logo URL', 'ftp://x', 'An address that begins with https:// or names an uploaded picture'],
  ])('rejects %s: %j before it is sent', async (label, value, sentence) => {
    const { user, sent } = await open()
    await retype(user, label, value)
    await submit(user)
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(sent()).toHaveLength(0)
  })

  it('shows the pictures of a game and fixes its number of digits', async () => {
    const images = [`/api/game/images/${'a'.repeat(64)}`, `/api/game/images/${'b'.repeat(64)}`]
    await open({ game: makeGame({ label: 'yes', nodigit: 2, images }), version: 1 })
    expect(screen.getAllByRole('img', { name: /Picture of digit/ }).map(each => each.getAttribute('src'))).toEqual(
      images,
    )
    expect(field('Number of Digits').disabled).toBe(true)
  })

  it('reports an update that fails without a message', async () => {
    const { user } = await open({ game: makeGame(), version: 4, rejection: new Response('<html>', { status: 404 }) })
    await retype(user, 'Publisher', 'Other')
    await submit(user)
    expect(await screen.findByText('Failed to update game')).toBeTruthy()
  })
})

describe('a conflict of two edits of a game', () => {
  const stale = () =>
    rejection(409, 'CONFLICT', 'Somebody else has changed this game in the meantime.', { gameName: 'It is …' })

  async function openConflict() {
    const page = await open()
    const { user, server } = page
    await retype(user, 'Game Name', 'Mine')
    Object.assign(server, {
      game: makeGame({ gameName: 'Theirs', publisher: 'Somebody' }),
      version: 5,
      rejection: stale(),
    })
    await submit(user)
    const panel = await screen.findByRole('region', { name: 'Somebody else has changed this game' })
    server.rejection = undefined
    return { ...page, panel }
  }

  it('shows both values, updates untouched fields and overwrites nothing', async () => {
    const { panel } = await openConflict()
    const cells = within(panel).getAllByRole('cell')
    expect(cells.map(cell => cell.textContent)).toEqual(['Theirs', 'Mine'])
    expect(panel.textContent).toContain('and updated: Publisher')
    expect(field('Publisher').value).toBe('Somebody')
    expect(field('Game Name').value).toBe('Mine')
  })

  it('is resolved with the stored value', async () => {
    const { user, sent } = await openConflict()
    await user.click(screen.getByRole('button', { name: 'Take over what is stored' }))
    expect(field('Game Name').value).toBe('Theirs')
    await submit(user)
    expect(await screen.findByText('Nothing was changed.')).toBeTruthy()
    expect(sent()).toHaveLength(1)
  })

  it("is resolved with the user's value, sent with the new version", async () => {
    const { user, sent } = await openConflict()
    await user.click(screen.getByRole('button', { name: 'Keep mine' }))
    await submit(user)
    await screen.findByText('Game updated successfully')
    expect(sent()[1]?.body).toEqual({ gameName: 'Mine' })
    expect(sent()[1]?.headers.get('if-match')).toBe('"5"')
  })
})

describe('the edit page of a missing game', () => {
  it('shows a message inside the layout and a way back', async () => {
    const { user, router } = await openPage(
      '/superadmin/gamemaster/edit/gone',
      on(gamesApi.read, rejection(404, 'NOT_FOUND', 'No game found with the provided ID.')),
      on(gamesApi.list, { success: true, data: [], total: 0 }),
    )
    expect(await screen.findByText('No game found with the provided ID.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/superadmin/gamemaster'))
  })
})
