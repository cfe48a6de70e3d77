import { accountApi } from '@cascade/contracts/accounts'
import { gamesApi } from '@cascade/contracts/games'
import { liveApi } from '@cascade/contracts/live'
import { reportsApi } from '@cascade/contracts/reports'
import { demoPassword } from '@cascade/dev'
import { masterGames } from '@cascade/draw-rules/master'
import type { Page } from 'playwright'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { visit } from '../../support/browser/browser'
import { api, url } from '../../support/suite'
import { createTree, type Visitor, visitorAs } from '../../support/visitor-as'
import { fund, giveAllGames } from '../../support/world'
import { checkColumns, desktop, expectAccessible, expectNoOverflow, phone, switchTheme, zoomed } from './checks'

const tree = createTree()

beforeAll(async () => {
  const { superadmin, branch } = tree
  await giveAllGames(api, superadmin, branch.admin._id)
  const admin = await api.login(branch.admin.username)
  // svc-live learns of the admin's games through events.
  const query = { adminId: branch.admin._id, gameId: masterGames.at(-1)?.gameId ?? '' }
  await vi.waitFor(() => api.call(liveApi.loadGame, admin, { query }), { timeout: 60_000, interval: 500 })
  await makeWideRows()
}, 180_000)

/** Rows with the widest content: large credits and debits, and a processed message. */
async function makeWideRows() {
  const { superadmin, branch } = tree
  const toUserId = branch.player._id
  await fund(api, superadmin, 'player', toUserId, 123_456.78)
  const back = { toUserId, adjustAmount: 123_456.78, password: demoPassword } as never
  await api.call(accountApi.player.adjust, superadmin, { body: back })
  const message = {
    enquiryType: 'Payment',
    fullName: 'Bartholomew Featherstonehaugh',
    email: 'bartholomew.featherstonehaugh@example.com',
    mobile: '+91 98765 43210',
    complaintDetails: 'Where is my win?',
  }
  const { data } = (await api.send('POST', '/complaint', { body: message })).body as { data: { _id: string } }
  const params = { id: data._id }
  await api.call(reportsApi.setComplaintStatus, superadmin, { params, body: { status: 'Completed' } })
}

/** Checks the open screen on a desktop, and on a phone in the other theme, in which the next screen begins. */
async function checkBothLayouts(page: Page): Promise<void> {
  await page.setViewportSize(desktop)
  await expectAccessible(page)
  await expectNoOverflow(page, zoomed)
  await expectNoOverflow(page, phone)
  await switchTheme(page)
  await expectAccessible(page)
}

async function openWide({ page, open }: Visitor, path: string): Promise<Page> {
  await page.setViewportSize(desktop)
  await open(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  return page
}

describe('a screen of a superadmin', () => {
  const visitor = visitorAs('superadmin', { tree, sharesPage: true })
  const lists = [
    ...['admin', 'superareamanager', 'player', 'gift', 'gamemaster', 'onlineplayers', 'gamehistory', 'turnoverreport'],
    ...['week', 'transactionreport', 'commissionpayoutReport', 'admincommissionreport', 'logactivities', 'contactus'],
  ]

  it.each(lists)('with the list %s is accessible, fits every window and shows every column in full', async path => {
    // The log and the bets of a superadmin are those of all tests, whose games have long names.
    const isShared = path === 'logactivities' || path === 'gamehistory'
    const filter = isShared ? `?q=${visitor.user.user.username}` : ''
    const page = await openWide(visitor, path + filter)
    await checkColumns(page)
    await checkBothLayouts(page)
  })

  it.each([
    ...['timemaster', 'timemaster/create', 'gamemaster/create', 'gamemaster/edit/:id', 'gamemaster/description/:id'],
    ...['winpercentage', 'remotes'],
  ])('is accessible and fits every window: %s', async path => {
    const [game] = (await api.call(gamesApi.list, visitor.superadmin)).data
    await checkBothLayouts(await openWide(visitor, path.replace(':id', `${game?._id}`)))
  })

  it('shows all options of the period menu of a report', async () => {
    const page = await openWide(visitor, 'turnoverreport?preset=1')
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('combobox', { name: 'Period' }).click()
    const choice = page.locator('.ant-select-item-option').filter({ hasText: 'Date Range' })
    await choice.waitFor()
    // Visible inside the dropdown, which clips its overflow.
    const isVisible = () =>
      choice.evaluate(option => {
        const { left, bottom } = option.getBoundingClientRect()
        return option.contains(document.elementFromPoint(left + 20, bottom - 4))
      })
    await expect.poll(isVisible).toBe(true)
  })
})

describe('a screen of an admin', () => {
  const visitor = visitorAs('admin', { tree, sharesPage: true })
  /** Neighbours have different titles. */
  const paths = [
    ...['dashboard', 'player?status=active&balanceTo=5', 'tree', 'player?q=nobody', 'player/bulkcreate', 'runs'],
    'settlements',
    'announcements',
    'cases',
    'watch',
    'schedules',
    ...['master/create', 'master/statement/:id', 'master/edit/:id', 'master/creditadjust/:id'],
    ...['master/players/details/:id', 'winpercentage', 'game', 'backups', 'clearhistory'],
    'profile',
  ]

  it.each(paths)('is accessible and fits every window: %s', async path => {
    await checkBothLayouts(await openWide(visitor, path.replace(':id', visitor.branch.master._id)))
  })

  it('with the wall is accessible, fits every window and shows every game without scrolling', async () => {
    const page = await openWide(visitor, 'game/wall')
    const tiles = page.locator('.live-tile')
    await expect.poll(() => tiles.count()).toBe(masterGames.length)
    const last = await tiles.last().boundingBox()
    expect((last?.y ?? 900) + (last?.height ?? 0)).toBeLessThanOrEqual(900)
    await checkBothLayouts(page)
  })

  /** One game of each layout: digits, wheel, thousands, cards in groups, pictures, grid, cards. */
  const gameNames = ['Fun Target', 'Fun Roullet', 'Triple Fun', 'Andhar Bahar', 'Titli Sorrat', 'Bingo', 'Lucky 12']

  it.each(gameNames)(
    'with the live control of %s is accessible and fits every window',
    { timeout: 240_000 },
    async gameName => {
      const { _id, username } = visitor.branch.admin
      const gameId = masterGames.find(game => game.gameName === gameName)?.gameId
      const page = await openWide(visitor, `game/${gameId}/${_id}/${username}`)
      await page.locator('.live-cell').first().waitFor()
      await checkBothLayouts(page)
    },
  )

  // Last, as the page has no title to tell the next one from.
  it('of a missing account is accessible and fits every window', async () => {
    const { page } = visitor
    await page.goto(`${url}/admin/master/edit/01a1fe77-0000-7000-8000-000000000000`)
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
    await checkBothLayouts(page)
  })
})

describe('the public page', () => {
  // The login page does not follow a change of the theme.
  it.each(['auth/login', 'landing', 'public/verify', 'public/verify?draw=999999999'])(
    '%s is accessible and fits every window',
    async path => {
      const { page } = await visit()
      for (const [colorScheme, size] of [
        ['light', desktop],
        ['dark', phone],
      ] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.goto(`${url}/${path}`)
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        await expectNoOverflow(page, size)
        await expectAccessible(page)
      }
      await expectNoOverflow(page, zoomed)
    },
  )
})
