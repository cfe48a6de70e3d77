import { gamesApi, imageBytesMax, timeApi } from '@cascade/contracts/games'
import { chooseOption, renderRemote } from '@cascade/ui-kit/testing'
import { fakeBackend, on, rejection, signInAs } from '@cascade/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import remote from '../remote'
import { makeGame } from '../testing/make-game'
import { openPage } from '../testing/open-page'

const created = { success: true, message: 'Game created successfully', data: makeGame() }

async function open(answer: unknown = created) {
  signInAs({ role: 'superadmin' })
  const backend = fakeBackend(
    on(timeApi.list, { success: true, data: [{ _id: 'time-60', timecount: 60 }] }),
    on(gamesApi.list, { success: true, data: [], total: 0 }),
    on(gamesApi.create, answer),
  )
  const page = await renderRemote(remote.routes, '/superadmin/gamemaster/create')
  await screen.findByLabelText('Game Name')
  const sent = () => backend.callsOf(gamesApi.create).map(seen => seen.body as Record<string, unknown>)
  return { backend, sent, ...page }
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const submit = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Submit' }))
const picture = (name: string, type = 'image/png', size = 10) => new File([new Uint8Array(size)], name, { type })
const upload = (user: UserEvent, ...files: File[]) =>
  user.upload(document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement, files)
const namesShown = () =>
  within(screen.getByRole('region', { name: 'Pictures' }))
    .queryAllByRole('listitem')
    .flatMap(item => item.querySelector('.games-tile-name')?.textContent ?? [])

async function enter(user: UserEvent, label: string, text: string) {
  await user.click(field(label))
  await user.paste(text)
}
async function fill(user: UserEvent, digits = '3') {
  await enter(user, 'Game Name', 'Fruits')
  await enter(user, 'Number of Digits', digits)
  await enter(user, 'Publisher', 'Cascade')
  await enter(user, 'Release Date', '2026-01-31')
  await enter(user, 'Description', 'Three fruits')
  await chooseOption(user, 'Time', '60 sec')
}

describe('the form of a new game', () => {
  it('creates a game, confirms it and returns to the list', async () => {
    const { user, sent, router } = await open()
    await fill(user)
    await user.click(screen.getByLabelText('inactive'))
    await submit(user)
    expect(await screen.findByText('Game created successfully')).toBeTruthy()
    expect(sent()).toEqual([
      {
        gameName: 'Fruits',
        gameDescription: 'Three fruits',
        releaseDate: '2026-01-31',
        publisher: 'Cascade',
        nodigit: '3',
        gameStatus: 'inactive',
        label: 'no',
        timeId: 'time-60',
      },
    ])
    await waitFor(() => expect(router.state.location.pathname).toBe('/superadmin/gamemaster'), { timeout: 3000 })
  })

  it('reports missing values at their fields and sends nothing', async () => {
    const { user, sent } = await open()
    await user.type(field('Number of Digits'), '0')
    await submit(user)
    for (const sentence of [
      'Game Name is required',
      'Must be at least 1',
      'Publisher is required',
      'Release Date is required',
      'Time is required',
      'Description is required',
    ]) {
      expect(await screen.findByText(sentence)).toBeTruthy()
    }
    expect(sent()).toEqual([])
  })

  it('reports a creation that fails without a message', async () => {
    const { user } = await open(new Response('<html>', { status: 404 }))
    await fill(user)
    await submit(user)
    expect(await screen.findByText('Failed to create game')).toBeTruthy()
    expect(field('Game Name').value).toBe('Fruits')
  })
})

describe('the form of a new game with labels', () => {
  async function openWithLabels(answer?: unknown) {
    const page = await open(answer)
    await page.user.click(screen.getByLabelText('yes'))
    return page
  }

  it('sends pictures in the displayed order, one per digit', async () => {
    const { user, sent } = await openWithLabels()
    await fill(user, '2')
    await upload(user, picture('apple.png'), picture('banana.png'))
    await upload(user, picture('cherry.png'))
    expect(namesShown()).toEqual(['apple.png', 'banana.png', 'cherry.png'])
    expect(screen.getByText(/3 of 2 pictures/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Remove banana.png' }))
    await submit(user)
    await screen.findByText('Game created successfully')
    const named = (name: string) => expect.objectContaining({ name })
    const images = [named('apple.png'), named('cherry.png')]
    expect(sent()).toEqual([expect.objectContaining({ label: 'yes', nodigit: '2', images })])
  })

  it('requires as many pictures as digits', async () => {
    const { user, sent } = await openWithLabels()
    await enter(user, 'Number of Digits', '2')
    await upload(user, picture('apple.png'))
    await submit(user)
    expect(await screen.findByText('One picture per digit: 2 are needed')).toBeTruthy()
    expect(sent()).toEqual([])
  })

  it('rejects invalid, empty and oversized pictures at once', async () => {
    const { user } = await openWithLabels()
    await upload(
      user,
      picture('drawing.svg', 'image/svg+xml'),
      picture('huge.png', 'image/png', imageBytesMax + 1),
      picture('empty.png', 'image/png', 0),
      picture('good.png'),
    )
    expect(await screen.findByText('drawing.svg: Only JPEG, PNG, WebP and GIF pictures are taken.')).toBeTruthy()
    expect(screen.getByText('huge.png: The picture is larger than 2 MB.')).toBeTruthy()
    expect(screen.getByText('empty.png: The file is empty.')).toBeTruthy()
    expect(namesShown()).toEqual(['good.png'])
  })

  it('shows a server error about a picture at that picture', async () => {
    const errors = { 'images.1': 'The picture is damaged or incomplete.' }
    const { user } = await openWithLabels(rejection(400, 'VALIDATION', 'Picture 2: …', errors))
    await fill(user, '2')
    await upload(user, picture('apple.png'), picture('half.png'))
    await submit(user)
    const sentence = await screen.findByText('The picture is damaged or incomplete.')
    expect(sentence.closest('li')?.textContent).toContain('half.png')
  })
})

describe('the page of a new game', () => {
  it('shows a message instead of the form to users without permission', async () => {
    await openPage('/admin/gamemaster/create')
    expect(await screen.findByText('You are not allowed to see this')).toBeTruthy()
  })
})
