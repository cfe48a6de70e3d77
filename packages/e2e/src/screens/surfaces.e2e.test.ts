import { accountApi } from '@cascade/contracts/accounts'
import { type GameDescription, gameCodes, gamesApi } from '@cascade/contracts/games'
import { liveApi } from '@cascade/contracts/live'
import { masterDescription } from '@cascade/draw-rules/master'
import type { Page } from 'playwright'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { makeQuickGame } from '../support/quick-game'
import { api } from '../support/suite'
import { createTree, visitorAs } from '../support/visitor-as'
import { fund } from '../support/world'
import { axeViolations } from './axe-violations'

const patience = { timeout: 100_000, interval: 500 }
const tree = createTree()
let drawId: string

beforeAll(async () => {
  const { superadmin, branch } = tree
  const digits = masterDescription(gameCodes.funTarget) as GameDescription
  const quick = await makeQuickGame(api, superadmin, 'Surface', digits)
  const games = (await api.call(gamesApi.list, superadmin)).data.map(({ _id }) => _id)
  await api.call(accountApi.admin.update, superadmin, { params: { id: branch.admin._id }, body: { games } as never })
  await fund(api, superadmin, 'player', branch.player._id, 100)
  const player = await api.login(branch.player.username)
  const body = { gameId: quick.gameId, bets: [{ type: 'straight', drawno: '7', quantity: 10 }] }
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

type Surface = { name: string; path: string | (() => string); show?: (page: Page) => Promise<unknown> }

const tile = (page: Page) => page.locator('.live-tile > a').first()
/** Surfaces that need an interaction, and screens that no other accessibility test covers. */
const surfaces: Surface[] = [
  { name: 'the dashboard', path: 'dashboard' },
  { name: 'the live board', path: 'game', show: page => tile(page).waitFor() },
  {
    name: 'the inline game controls',
    path: 'game',
    show: async page => {
      await tile(page).focus()
      await page.locator('.live-hand button').first().waitFor()
    },
  },
  {
    name: 'the stop-everything dialog',
    path: 'game',
    show: async page => {
      await press(page, /^Stop everything/)
      await dialog(page)
    },
  },
  {
    name: 'the what-if drawer',
    path: 'winpercentage',
    show: async page => {
      await press(page, 'What if')
      await dialog(page)
    },
  },
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
      await press(page, 'Give credit')
      await dialog(page)
    },
  },
  { name: 'the bulk runs screen', path: 'runs' },
  {
    name: 'the draw correction dialog',
    path: () => `game/draw/${encodeURIComponent(drawId)}`,
    show: async page => {
      await press(page, 'Correct the result')
      await dialog(page)
      await page.getByRole('dialog').getByLabel('Reason').fill('The wheel was read wrongly')
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
  { name: 'the not-found page', path: 'nowhere' },
  { name: 'the landing page', path: '../landing' },
  { name: 'the draw verifier', path: '../public/verify' },
  { name: 'the draw verifier with an unknown draw', path: '../public/verify?draw=999999999' },
]

describe.each([
  ['light', 1440],
  ['dark', 1440],
] as const)('surfaces in the %s theme at %i px', (colorScheme, width) => {
  const visitor = visitorAs('admin', { tree })

  it.each(surfaces)('$name has no serious accessibility violations and does not overflow', async ({ path, show }) => {
    const { page } = visitor
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    await visitor.open(typeof path === 'string' ? path : path())
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await show?.(page)
    expect(await axeViolations(page)).toEqual([])
    // Equivalent to 200 % zoom.
    await page.setViewportSize({ width: width / 2, height: 450 })
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0)
  })
})

/** Phones show lists of rows instead of tables. */
const firstRow = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('button').first()
const onPhone: Surface[] = [
  ...surfaces.filter(({ name }) => !/paper|bulk credit|help|inline|what-if|ticket/.test(name)),
  {
    name: 'the filter sheet',
    path: 'player',
    show: async page => {
      await press(page, 'Filters')
      await dialog(page)
    },
  },
  {
    name: 'the account action sheet',
    path: 'player',
    show: async page => {
      await firstRow(page).click()
      await dialog(page)
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

describe.each(['light', 'dark'] as const)('surfaces in the %s theme on a phone', colorScheme => {
  const visitor = visitorAs('admin', { tree })

  it.each(onPhone)('$name has no serious accessibility violations and does not overflow', async ({ path, show }) => {
    const { page } = visitor
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 390, height: 844 })
    await visitor.open(typeof path === 'string' ? path : path())
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await show?.(page)
    expect(await axeViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  })
})
