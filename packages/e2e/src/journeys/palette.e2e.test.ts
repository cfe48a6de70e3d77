import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { visit } from '../support/browser/browser'
import { url } from '../support/suite'
import { visitorAs } from '../support/visitor-as'

const field = (page: Page) => page.getByRole('combobox', { name: 'Search screens and accounts' })
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })
const starting = (name: string) => new RegExp(`^${name}\\b`)
async function search(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await field(page).waitFor()
  await page.keyboard.type(typed)
}
/** Shortcuts work only after the menu has loaded. */
const menuIsThere = (page: Page) => page.getByRole('link', { name: 'Player', exact: true }).waitFor()
/** Retries: on a busy machine the second key can miss the time limit of the `g` sequence. */
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

describe('the command palette of a superadmin', () => {
  const visitor = visitorAs('superadmin')

  it('loads on first use and finds an account of the subtree', async () => {
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

  it('opens from an icon on a phone and fits the screen', async () => {
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

describe('keyboard shortcuts', () => {
  const visitor = visitorAs('admin')

  it('keyboard shortcuts open screens, and are inactive while the user types in the search field', async () => {
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
})
