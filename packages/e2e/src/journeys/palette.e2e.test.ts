import { liveApi } from '@cascade/contracts/live'
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { visit } from '../support/browser/browser'
import { api, url } from '../support/suite'
import { visitorAs } from '../support/visitor-as'
import { giveAllGames } from '../support/world'

const field = (page: Page) => page.getByRole('combobox', { name: 'Search screens and accounts' })
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })
const starting = (name: string) => new RegExp(`^${name}\\b`)
async function search(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await field(page).waitFor()
  await page.keyboard.type(typed)
}
/** Shortcuts act on what the menu has read. */
const menuIsThere = (page: Page) => page.getByRole('link', { name: 'Player', exact: true }).waitFor()
/** The letter after `g` counts for a while only, so on a busy machine the pair is pressed again. */
async function goWith(page: Page, letter: string, address: RegExp): Promise<void> {
  await expect
    .poll(async () => {
      await page.keyboard.press('g')
      await page.keyboard.press(letter)
      return page.waitForURL(address, { timeout: 2_000 }).then(
        () => true,
        () => false,
      )
    })
    .toBe(true)
}

describe('the palette of a superadmin', () => {
  const visitor = visitorAs('superadmin')

  it('comes with its first use, once, and leads down the tree to an account', async () => {
    const page = await visitor.open('dashboard')
    const { admin, superareamanager, areamanager, master, player } = visitor.branch
    await menuIsThere(page)
    await page.waitForLoadState('networkidle')
    const scripts: string[] = []
    page.on('request', request => request.resourceType() === 'script' && scripts.push(request.url()))
    await search(page, player.uniqueId)
    const found = option(page, starting(player.username)).first()
    await found.waitFor()
    expect(scripts.some(script => script.startsWith(`${url}/static/`))).toBe(true)
    const row = (await found.textContent()) ?? ''
    expect(row).toContain(
      `Player · ${[admin, superareamanager, areamanager, master].map(each => each.username).join(' › ')}`,
    )
    expect(row).toMatch(/\d\.\d\d$/)
    await found.click()
    await page.waitForURL(/\/superadmin\/player\/players\/details\/[\w-]+$/)
    await page.getByRole('heading', { name: player.username, exact: true }).waitFor()

    await page.keyboard.press('Control+k')
    await page.getByRole('group', { name: 'Recent' }).getByText(player.username).waitFor()
    await page.keyboard.press('ArrowRight')
    await option(page, 'Credit Transfer').click()
    await page.waitForURL(/\/superadmin\/player\/credittransfer\/[\w-]+$/)
    await page.getByText('Player Credit Transfer').first().waitFor()
    expect(visitor.faults).toEqual([])
  })

  it('is an icon on a phone, and fits', async () => {
    const { page } = await visit({ width: 360, height: 740, session: visitor.user })
    await page.goto(`${url}/superadmin/dashboard`)
    await page.getByRole('button', { name: 'Search screens and accounts' }).click()
    const { username, uniqueId } = visitor.branch.player
    await field(page).fill(uniqueId)
    await option(page, starting(username)).first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await page.getByTitle(`Actions for ${username}`, { exact: true }).click()
    await option(page, 'Statement').click()
    await page.waitForURL(/\/superadmin\/player\/statement\/[\w-]+$/)
  })
})

describe('the palette of an admin', () => {
  const visitor = visitorAs('admin')

  it('finds side accounts in their list, and nobody outside of the own tree', async () => {
    const page = await visitor.open('dashboard')
    await menuIsThere(page)
    await search(page, 'gift')
    await option(page, /^gift\d/)
      .first()
      .waitFor()
    expect(await option(page, /^gift\d/).count()).toBe(1)
    const name = visitor.branch.gift.username
    await option(page, starting(name)).click()
    await page.waitForURL(`${url}/admin/gift?q=${name}`)
    await page.getByRole('cell', { name, exact: true }).first().waitFor()

    const stranger = visitor.superadmin.user.username
    await search(page, stranger)
    await page.getByText(`Nothing is called “${stranger}”`).waitFor()
  })

  it('finds the live games of the admin', async () => {
    const { _id } = visitor.branch.admin
    await giveAllGames(api, visitor.superadmin, _id)
    const games = async () => (await api.call(liveApi.games, visitor.user)).data.map(pair => pair.gameName)
    await expect.poll(games).toContain('Andhar Bahar')
    const page = await visitor.open('dashboard')
    await menuIsThere(page)
    await search(page, 'andhar bahar')
    await option(page, /Andhar Bahar/)
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`/admin/game/\\w+/[\\w-]+/${visitor.user.user.username}$`))
    await page.getByRole('timer').waitFor()
  })

  it('keeps the focus inside and gives it back', async () => {
    const page = await visitor.open('dashboard')
    const button = page.getByRole('button', { name: 'Search screens and accounts' })
    await button.click()
    await field(page).waitFor()
    const outside = () =>
      page.evaluate(() => {
        const focused = document.activeElement
        return focused !== document.body && focused?.closest('dialog') === null
      })
    for (let press = 0; press < 6; press++) {
      await page.keyboard.press('Tab')
      expect(await outside()).toBe(false)
    }
    await page.keyboard.press('Escape')
    await field(page).waitFor({ state: 'detached' })
    expect(await button.evaluate(element => element === document.activeElement)).toBe(true)
  })
})

describe('single keys', () => {
  const visitor = visitorAs('admin')

  it('lead to screens, and search on the page, where letters are letters again', async () => {
    const page = await visitor.open('player', 'Player')
    await page.getByRole('row').nth(1).waitFor()
    await goWith(page, 't', /\/admin\/transactionreport$/)
    await goWith(page, 'p', /\/admin\/player$/)
    await page.getByRole('row').nth(1).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('gd')
    expect(await page.getByRole('searchbox').first().inputValue()).toBe('gd')
    await expect.poll(() => page.url()).toContain('q=gd')
    expect(page.url()).toContain('/admin/player')
  })

  it('are turned off in the help, and stay off after a reload', async () => {
    const page = await visitor.open('dashboard')
    await menuIsThere(page)
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByText('Live Result').waitFor()
    expect(await help.getByText('Time Master').count()).toBe(0)
    await help.getByRole('switch').click()
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    await page.reload()
    await menuIsThere(page)
    await page.keyboard.press('?')
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await search(page, 'shortcuts')
    expect(page.url()).toBe(`${url}/admin/dashboard`)
    await option(page, 'Keyboard shortcuts').click()
    await help.waitFor()
    expect(await help.getByRole('switch').isChecked()).toBe(false)
  })
})
