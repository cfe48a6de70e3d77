import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { launchBrowser, signIn, visit } from '../support/browser'

const url = inject('suiteUrl')
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

const field = (page: Page) => page.getByRole('combobox', { name: 'Search screens and accounts' })
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })
async function search(page: Page, typed: string) {
  await page.keyboard.press('Control+k')
  await field(page).waitFor()
  await page.keyboard.type(typed)
}
/** A page in view: shortcuts act on what its menu has read. */
async function enter(username: string, path: string, width?: number) {
  const visitor = await visit(browser, { width })
  await signIn(visitor.page, url, username)
  await visitor.page.getByRole('link', { name: 'Player', exact: true }).waitFor()
  if (path !== 'dashboard') await visitor.page.goto(`${url}/${username.replace(/\d/, '')}/${path}`)
  return visitor
}

describe('the palette', () => {
  it('comes with its first use, once, and leads down the tree to an account', async () => {
    const { page, faults, close } = await enter('superadmin', 'dashboard')
    await page.waitForLoadState('networkidle')
    const scripts: string[] = []
    page.on('request', request => request.resourceType() === 'script' && scripts.push(request.url()))
    await search(page, 'player1')
    await option(page, /^player1\b/).waitFor()
    expect(scripts.some(script => script.startsWith(`${url}/static/`))).toBe(true)
    const row =
      (await option(page, /^player1\b/)
        .first()
        .textContent()) ?? ''
    expect(row).toMatch(/Player · admin1 › superareamanager1 › areamanager1 › master1/)
    expect(row).toMatch(/\d\.\d\d$/)
    await option(page, /^player1\b/)
      .first()
      .click()
    await page.waitForURL(/\/superadmin\/player\/players\/details\/[\w-]+$/)
    await page.getByRole('heading', { name: 'player1', exact: true }).waitFor()

    await page.keyboard.press('Control+k')
    await page.getByRole('group', { name: 'Recent' }).getByText('player1').waitFor()
    await page.keyboard.press('ArrowRight')
    await option(page, 'Credit Transfer').click()
    await page.waitForURL(/\/superadmin\/player\/credittransfer\/[\w-]+$/)
    await page.getByText('Player Credit Transfer').first().waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('finds side accounts in their list, and nobody outside of the own tree', async () => {
    const { page, close } = await enter('admin1', 'dashboard')
    await search(page, 'gift')
    await option(page, /^gift\d/)
      .first()
      .waitFor()
    expect(await option(page, /^gift\d/).count()).toBe(1)
    const name =
      (await option(page, /^gift\d/)
        .locator('.shell-palette-option-label')
        .textContent()) ?? ''
    await option(page, /^gift\d/).click()
    await page.waitForURL(`${url}/admin/gift?q=${name}`)
    await page.getByRole('cell', { name, exact: true }).first().waitFor()

    await search(page, 'admin2')
    await page.getByText('Nothing is called “admin2”').waitFor()
    await close()
  })

  it('finds the live games of the admin', async () => {
    const { page, close } = await enter('admin1', 'dashboard')
    await search(page, 'fun target')
    await option(page, /Fun Target/)
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/admin\/game\/\w+\/[\w-]+\/admin1$/)
    await page.getByRole('timer').waitFor()
    await close()
  })

  it('keeps the focus inside and gives it back', async () => {
    const { page, close } = await enter('admin1', 'dashboard')
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
    await close()
  })

  it('is an icon on a phone, and fits', async () => {
    const { page, close } = await visit(browser, { width: 360, height: 740 })
    await signIn(page, url, 'superadmin')
    await page.getByRole('button', { name: 'Search screens and accounts' }).click()
    await field(page).fill('player')
    await option(page, /^player1\b/)
      .first()
      .waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await page.getByTitle('Actions for player1', { exact: true }).click()
    await option(page, 'Statement').click()
    await page.waitForURL(/\/superadmin\/player\/statement\/[\w-]+$/)
    await close()
  })
})

describe('single keys', () => {
  it('lead to screens, but only to those of the role', async () => {
    const { page, close } = await enter('master1', 'player')
    await page.getByRole('heading', { name: 'Player', exact: true }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await page.keyboard.press('g')
    await page.getByText('Transaction Report').last().waitFor()
    await page.keyboard.press('t')
    await page.waitForURL(/\/master\/transactionreport$/)
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await page.waitForURL(/\/master\/dashboard$/)
    await close()
  })

  it('search on the page, where letters are letters again', async () => {
    const { page, close } = await enter('admin1', 'player')
    await page.getByRole('row').nth(1).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('gd')
    const typed = page.getByRole('searchbox').first()
    expect(await typed.inputValue()).toBe('gd')
    await expect.poll(() => page.url()).toContain('q=gd')
    expect(page.url()).toContain('/admin/player')
    await close()
  })

  it('are turned off in the help, and stay off after a reload', async () => {
    const { page, close } = await enter('admin1', 'dashboard')
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByText('Live Result').waitFor()
    expect(await help.getByText('Time Master').count()).toBe(0)
    await help.getByRole('switch').click()
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('link', { name: 'Player', exact: true }).waitFor()
    await page.keyboard.press('?')
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await search(page, 'shortcuts')
    expect(page.url()).toBe(`${url}/admin/dashboard`)
    await option(page, 'Keyboard shortcuts').click()
    await help.waitFor()
    expect(await help.getByRole('switch').isChecked()).toBe(false)
    await close()
  })
})
