import { type Game, gamesApi } from '@cascade/contracts/games'
import type { Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Session } from '../../support/api'
import { visit } from '../../support/browser/browser'
import { colourOf, makePicture } from '../../support/browser/pictures'
import { api, newSuperadmin, url } from '../../support/suite'

let superadmin: Session

beforeAll(async () => {
  superadmin = await newSuperadmin()
})

const gameNamed = async (name: string): Promise<Game | undefined> =>
  (await api.call(gamesApi.list, superadmin, { query: { q: name } })).data.find(game => game.gameName === name)
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' }).click()
const tiles = (page: Page) => page.locator('.games-tile-name').allTextContents()

/** Retries: the closing dropdown of times can intercept the first click. */
const withPictures = (page: Page) =>
  expect
    .poll(async () => {
      await page.getByLabel('yes').click()
      return page.getByLabel('yes').isChecked()
    })
    .toBe(true)

/** Retries: dnd-kit announces the lifted picture shortly before it listens for keys. */
const pressUntilAnnounced = (page: Page, key: string, words: string) =>
  expect
    .poll(async () => {
      await page.keyboard.press(key)
      const announced = page.getByText(words).waitFor({ state: 'attached', timeout: 5_000 })
      return announced.then(() => true).catch(() => false)
    })
    .toBe(true)

async function fillGame(page: Page, name: string, digits: number) {
  await page.goto(`${url}/superadmin/gamemaster`)
  await page.getByRole('button', { name: 'Add Game' }).click()
  await page.getByRole('textbox', { name: 'Game Name' }).fill(name)
  await page.getByLabel('Number of Digits').fill(String(digits))
  await page.getByRole('textbox', { name: 'Publisher' }).fill('Orchard')
  await page.getByRole('textbox', { name: 'Release Date' }).fill('2026-01-31')
  await page.getByRole('textbox', { name: 'Release Date' }).press('Enter')
  await page.getByLabel('Description').fill('One of the fruits')
  await page.getByRole('combobox', { name: 'Time' }).click()
  await page.locator('.ant-select-item-option-content', { hasText: '60 sec' }).click()
}

describe('the Game Master screen', () => {
  it('adds a game with pictures that were reordered by keyboard and by mouse', async () => {
    const { page, faults } = await visit({ session: superadmin })
    await fillGame(page, 'Fruits', 3)
    await withPictures(page)
    const colours = { apple: '#ff0000', kiwi: '#00ff00', berry: '#0000ff' }
    const files = await Promise.all(Object.entries(colours).map(([name, color]) => makePicture(`${name}.png`, color)))
    await page.locator('input[type=file]').setInputFiles(files)
    await expect.poll(() => tiles(page)).toEqual(['apple.png', 'kiwi.png', 'berry.png'])

    // By keyboard: move the first picture one position to the right.
    await page.getByRole('button', { name: /apple\.png\. Move/ }).press('Space')
    await page.getByText('apple.png is at place 1 of 3.').waitFor({ state: 'attached' })
    await pressUntilAnnounced(page, 'ArrowRight', 'apple.png is at place 2 of 3.')
    await page.keyboard.press('Space')
    await expect.poll(() => tiles(page)).toEqual(['kiwi.png', 'apple.png', 'berry.png'])

    // By mouse: move the last picture to the front.
    const [from, to] = await Promise.all(
      ['berry', 'kiwi'].map(name => page.getByRole('button', { name: `${name}.png. Move` }).boundingBox()),
    )
    if (!from || !to) throw new Error('no tiles')
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 12 })
    await page.getByText('berry.png is at place 1 of 3.').waitFor({ state: 'attached' })
    await page.mouse.up()
    await expect.poll(() => tiles(page)).toEqual(['berry.png', 'kiwi.png', 'apple.png'])

    await submit(page)
    await page.getByText('Game created successfully').waitFor()
    await page.waitForURL(/\/superadmin\/gamemaster$/)
    const game = await gameNamed('Fruits')
    expect(game).toMatchObject({ nodigit: 3, label: 'yes', publisher: 'Orchard', releaseDate: '2026-01-31' })
    const strongest: number[] = []
    for (const address of game?.images ?? []) {
      const response = await page.request.get(`${url}${address}`)
      const colour = await colourOf(await response.body())
      strongest.push(colour.indexOf(Math.max(...colour)))
    }
    expect(strongest).toEqual([2, 1, 0])

    // The browser loads the pictures with its session cookie alone.
    await page.goto(`${url}/superadmin/gamemaster/edit/${game?._id}`)
    const picture = page.getByRole('img', { name: 'Picture of digit 1' })
    await picture.waitFor()
    await expect.poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBe(60)
    expect(faults).toEqual([])
  })
})
