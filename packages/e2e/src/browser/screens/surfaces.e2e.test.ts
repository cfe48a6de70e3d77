import { accountApi } from '@cascade/contracts/accounts'
import { type GameDescription, gameCodes, gamesApi } from '@cascade/contracts/games'
import { liveApi } from '@cascade/contracts/live'
import { masterDescription } from '@cascade/draw-rules/master'
import type { Page } from 'playwright'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { makeQuickGame } from '../../support/quick-game'
import { api } from '../../support/suite'
import { createTree, visitorAs } from '../../support/visitor-as'
import { fund } from '../../support/world'
import { desktop, expectAccessible, expectAccessibleInOtherTheme, expectNoOverflow, phone, zoomed } from './checks'

const patience = { timeout: 100_000, interval: 500 }
const tree = createTree()
let gameId: string
let drawId: string

beforeAll(async () => {
  const { superadmin, branch } = tree
  const digits = masterDescription(gameCodes.funTarget) as GameDescription
  const quick = await makeQuickGame(api, superadmin, 'Surface', digits)
  gameId = quick.gameId
  const games = (await api.call(gamesApi.list, superadmin)).data.map(({ _id }) => _id)
  await api.call(accountApi.admin.update, superadmin, { params: { id: branch.admin._id }, body: { games } as never })
  await fund(api, superadmin, 'player', branch.player._id, 100)
  const player = await api.login(branch.player.username)
  const body = { gameId, bets: [{ type: 'straight', drawno: '7', quantity: 10 }] }
  const ticket = await vi.waitFor(() => api.call(liveApi.createBet, player, { body }), patience)
  drawId = ticket.data.drawId
  await vi.waitFor(async () => {
    const { state } = (await api.call(liveApi.draw, superadmin, { params: { drawId } })).data
    if (state !== 'settled') throw new Error('not settled yet')
  }, patience)
  return () => api.call(gamesApi.setStatus, superadmin, { params: { action: 'deactivate', id: quick._id } })
}, 240_000)

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click()
const dialog = (page: Page) => page.getByRole('dialog').last().waitFor()
const pressForDialog = (name: string | RegExp) => async (page: Page) => {
  await press(page, name)
  await dialog(page)
}
const drawPath = () => `game/draw/${encodeURIComponent(drawId)}`
const gamePath = () => `game/${gameId}/${tree.branch.admin._id}/${tree.branch.admin.username}`
const tile = (page: Page) => page.locator('.live-tile > a').first()

/** A dialog, menu or panel that opens on a screen. */
type Surface = { name: string; path: string | (() => string); show: (page: Page) => Promise<unknown> }

const anywhere: Surface[] = [
  { name: 'the stop-everything dialog', path: 'game', show: pressForDialog(/^Stop everything/) },
  {
    name: 'the draw correction dialog',
    path: drawPath,
    show: async page => {
      await pressForDialog('Correct the result')(page)
      await page.getByRole('dialog').getByLabel('Reason').fill('The wheel was read wrongly')
    },
  },
  {
    name: 'a selected cell beside the latest results',
    path: gamePath,
    show: async page => {
      await page.locator('.live-results a').first().waitFor({ timeout: 60_000 })
      await page.locator('.live-cell button').first().click()
      await page.mouse.move(0, 0)
    },
  },
]

const onDesktop: Surface[] = [
  ...anywhere,
  {
    name: 'the inline game controls',
    path: 'game',
    show: async page => {
      await tile(page).focus()
      await page.locator('.live-hand button').first().waitFor()
    },
  },
  { name: 'the what-if drawer', path: 'winpercentage', show: pressForDialog('What if') },
  {
    name: 'the paper size menu',
    path: 'player',
    show: async page => {
      await page.getByRole('button', { name: 'PDF', exact: true }).locator('xpath=following-sibling::button').click()
      await page.getByRole('menuitem').first().waitFor()
    },
  },
  {
    name: 'the bulk credit dialog',
    path: 'player',
    show: async page => {
      await page.getByRole('checkbox').first().check()
      await pressForDialog('Give credit')(page)
    },
  },
  {
    name: 'the ticket dialog',
    path: 'gamehistory',
    show: async page => {
      await press(page, /^View/)
      await page.getByRole('dialog').getByRole('table').waitFor()
    },
  },
  {
    name: 'the help dialog',
    path: 'profile',
    show: async page => {
      await page.keyboard.press('?')
      await dialog(page)
    },
  },
]

/** Phones show lists of rows instead of tables. */
const firstRow = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('button').first()
const onPhone: Surface[] = [
  ...anywhere,
  { name: 'the filter sheet', path: 'player', show: pressForDialog('Filters') },
  {
    name: 'the account action sheet',
    path: 'player',
    show: async page => {
      await firstRow(page).click()
      await dialog(page)
    },
  },
  {
    name: 'the command palette',
    path: 'dashboard',
    show: async page => {
      await press(page, 'Search screens and accounts')
      await page.getByRole('combobox', { name: 'Search screens and accounts' }).fill(tree.branch.player.uniqueId)
      await page.getByRole('option', { name: tree.branch.player.username }).first().waitFor()
    },
  },
  {
    name: 'the ticket dialog',
    path: 'gamehistory',
    show: async page => {
      await firstRow(page).click()
      await press(page, 'View')
      await page.getByRole('dialog').getByRole('table').waitFor()
    },
  },
]

describe.each([
  { layout: 'on a desktop', size: desktop, surfaces: onDesktop },
  { layout: 'on a phone', size: phone, surfaces: onPhone },
])('a surface, $layout', ({ size, surfaces }) => {
  const visitor = visitorAs('admin', { tree })

  async function open(path: string): Promise<Page> {
    await visitor.page.setViewportSize(size)
    await visitor.open(path)
    await visitor.page.getByRole('heading', { level: 1 }).first().waitFor()
    return visitor.page
  }

  async function check(page: Page): Promise<void> {
    await expectAccessible(page)
    await expectAccessibleInOtherTheme(page)
    await expectNoOverflow(page, size === desktop ? zoomed : size)
  }

  it.each(surfaces)('of $name is accessible in both themes and fits the window', async ({ path, show }) => {
    const page = await open(typeof path === 'string' ? path : path())
    await show(page)
    await check(page)
  })

  it('is accessible in both themes and fits the window when it shows the record of a draw', async () => {
    const page = await open(drawPath())
    await page.locator('.live-hero').waitFor()
    await check(page)
  })

  it('is accessible in both themes, fits the window and returns the focus when closed, as a confirmation', async () => {
    const { username } = visitor.branch.player
    const page = await open(`player?q=${username}`)
    const isPhone = size === phone
    const name = isPhone ? new RegExp(`^${username}`) : `More actions: ${username}`
    const button = page.getByRole('button', { name, exact: true })
    const ask = async () => {
      await button.click()
      await page.getByRole(isPhone ? 'button' : 'menuitem', { name: 'Delete', exact: true }).click()
      await page.getByRole('dialog', { name: 'Delete Confirmation' }).waitFor()
    }
    await ask()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await expect.poll(() => button.evaluate(element => element === document.activeElement)).toBe(true)
    await ask()
    await check(page)
  })
})
