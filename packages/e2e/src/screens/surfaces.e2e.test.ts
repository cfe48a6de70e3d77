import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { ownTree, visitorAs } from '../support/visitor-as'
import { axeFaults } from './axe-faults'

const tree = ownTree()
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click()
const dialog = (page: Page) => page.getByRole('dialog').last().waitFor()

type Surface = { name: string; path: string; show?: (page: Page) => Promise<unknown> }

const tile = (page: Page) => page.locator('.live-tile > a').first()
/** What stands on a screen only after somebody did something, and screens that no other list of these tests has. */
const surfaces: Surface[] = [
  { name: 'the first page', path: 'dashboard' },
  { name: 'the live board', path: 'game', show: page => tile(page).waitFor() },
  {
    name: 'a game in hand',
    path: 'game',
    show: async page => {
      await tile(page).focus()
      await page.locator('.live-hand button').first().waitFor()
    },
  },
  {
    name: 'the question whether everything stops',
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
    name: 'the sizes of paper',
    path: 'player',
    show: async page => {
      await page.getByRole('button', { name: 'PDF', exact: true }).locator('xpath=following-sibling::button').click()
      await page.getByRole('menuitem').first().waitFor()
    },
  },
  {
    name: 'credit for all rows of a filter',
    path: 'player',
    show: async page => {
      await page.getByRole('checkbox').first().check()
      await press(page, 'Give credit')
      await dialog(page)
    },
  },
  { name: 'the runs', path: 'runs' },
  {
    name: 'the help',
    path: 'profile',
    show: async page => {
      await page.keyboard.press('?')
      await dialog(page)
    },
  },
  { name: 'a page that is not there', path: 'nowhere' },
  { name: 'the landing page', path: '../landing' },
  { name: 'the verifier', path: '../public/verify' },
  { name: 'the verifier that looks for a number', path: '../public/verify?draw=999999999' },
]

describe.each([
  ['light', 1440],
  ['dark', 1440],
] as const)('in the %s look, %i px wide', (colorScheme, width) => {
  const visitor = visitorAs('admin', { tree })

  it.each(surfaces)('$name has no serious fault and fits', async ({ path, show }) => {
    const { page } = visitor
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    await visitor.open(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await show?.(page)
    expect(await axeFaults(page)).toEqual([])
    // As at 1440 and zoomed in to 200 %.
    await page.setViewportSize({ width: width / 2, height: 450 })
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0)
  })
})

/** On a phone other things stand in their place. */
const onPhone: Surface[] = [
  ...surfaces.filter(({ name }) => !/paper|rows of a filter|help|in hand|what-if/.test(name)),
  {
    name: 'the filters',
    path: 'player',
    show: async page => {
      await press(page, 'Filters')
      await dialog(page)
    },
  },
  {
    name: 'the actions of an account',
    path: 'player',
    show: async page => {
      await page.getByRole('main').getByRole('listitem').getByRole('button').first().click()
      await dialog(page)
    },
  },
]

describe.each(['light', 'dark'] as const)('in the %s look, on a phone', colorScheme => {
  const visitor = visitorAs('admin', { tree })

  it.each(onPhone)('$name has no serious fault and fits', async ({ path, show }) => {
    const { page } = visitor
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 390, height: 844 })
    await visitor.open(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await show?.(page)
    expect(await axeFaults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  })
})
