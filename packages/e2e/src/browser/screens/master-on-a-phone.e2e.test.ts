import { demoPassword } from '@cascade/dev'
import type { BrowserContext, Locator, Page } from 'playwright'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { buildPerson, field, fillForm, heading, readCreated, submit } from '../../support/accounts-screen'
import type { Session } from '../../support/api'
import { explainFailure } from '../../support/browser/browser'
import { chromiumOfWorker } from '../../support/browser/profiles'
import { creditButton } from '../../support/credit-screen'
import { signIn } from '../../support/sign-in'
import { api, newSuperadmin, url } from '../../support/suite'
import { type Branch, balanceOf, createBranch, fund } from '../../support/world'

const width = 390
let context: BrowserContext
let page: Page
let branch: Branch
let superadmin: Session
/** Content wider than the screen and tap targets that are too small. */
const violations = new Set<string>()

beforeAll(async () => {
  superadmin = await newSuperadmin()
  branch = await createBranch(api, superadmin)
  await fund(api, superadmin, 'master', branch.master._id, 900)
})
beforeEach(async () => {
  const viewport = { width, height: 844 }
  const browser = await chromiumOfWorker()
  context = await browser.newContext({ viewport, hasTouch: true, isMobile: true, reducedMotion: 'reduce' })
  context.setDefaultTimeout(45_000)
  page = await context.newPage()
  const visit = { page, faults: [] }
  onTestFinished(async ({ task }) => {
    await explainFailure(task, visit)
    await context.close()
  })
})

const tap = (place: Locator) => place.tap()
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const main = () => page.getByRole('main')

async function checkLayout(): Promise<void> {
  await expect.poll(() => page.locator('.ant-skeleton, .ant-spin-spinning, [aria-busy="true"]').count()).toBe(0)
  const found = await page.evaluate(() => {
    const leastPx = 43.5
    // Inline links are exempt; framed or labelled controls count with their frame.
    const inline = 'p a, dd a, li > a, .kit-page-header-note a, .kit-sr-only, .shell-skip'
    const frame = '.ant-menu-item, .ant-input-affix-wrapper, .ant-select, .ant-picker, .ant-segmented, label'
    const missed = [...document.querySelectorAll<HTMLElement>('a[href], button, input, [role="switch"]')]
      .filter(each => each.checkVisibility({ opacityProperty: true }) && !each.matches(inline))
      .map(each => ({ each, box: (each.closest(frame) ?? each).getBoundingClientRect() }))
      .filter(({ box }) => box.height > 0 && box.height < leastPx)
      .map(
        ({ each, box }) => `${each.getAttribute('aria-label') ?? each.textContent}: ${Math.round(box.height)} px high`,
      )
    const { scrollWidth } = document.documentElement
    return scrollWidth > innerWidth ? [...missed, `${scrollWidth} px wide`] : missed
  })
  for (const each of found) violations.add(`${new URL(page.url()).pathname.replace(/[0-9a-f-]{30,}/, ':id')} ${each}`)
}

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await tap(button(key))
}

const row = (name: string | RegExp) => main().getByRole('button', { name })
const sheet = (name: string) => page.getByRole('dialog', { name })
const goTo = (place: string) =>
  tap(page.getByRole('navigation', { name: 'Main places' }).getByRole('link', { name: place }))
const signCredit = async () => {
  await field(page, 'Password').fill(demoPassword)
  await tap(creditButton(page))
}

describe('a master on a phone', () => {
  it('can create a player, give and take back credit, read statement and report, and sign out', async () => {
    const own = () => balanceOf(api, superadmin, branch.master._id)
    await signIn(page, branch.master.username)
    await page.getByText('1 players').waitFor()
    await checkLayout()

    await tap(main().getByRole('link', { name: 'New Player' }))
    await heading(page, 'Add Player').waitFor()
    await checkLayout()
    await fillForm(page, buildPerson('player'))
    await tap(submit(page))
    const { username } = await readCreated(page, 'player')

    // Giving credit takes three taps and an amount.
    await goTo('Home')
    await tap(main().getByRole('link', { name: 'Give credit' }))
    await page.getByText('Who gets credit? Tap an account.').waitFor()
    await checkLayout()
    await tap(row(new RegExp(`^${username}`)))
    await heading(page, 'Player Credit Transfer').waitFor()
    await checkLayout()
    await press('1', '2', '5', 'Decimal point', '5', '0')
    expect(await field(page, 'Amount to Transfer').inputValue()).toBe('125.50')
    await signCredit()
    const receipt = sheet('Receipt')
    await receipt.getByText('125.50', { exact: true }).first().waitFor()
    await checkLayout()
    expect(await own()).toBe(774.5)
    const [picture] = await Promise.all([
      page.waitForEvent('download'),
      tap(receipt.getByRole('button', { name: 'Save picture' })),
    ])
    expect(picture.suggestedFilename()).toMatch(/^Receipt-[0-9a-f]{8}\.png$/)

    await tap(receipt.getByRole('button', { name: 'Take back' }))
    await heading(page, 'Player Credit Adjust').waitFor()
    expect(await field(page, 'Amount to Transfer').inputValue()).toBe('125.50')
    await press(...Array.from({ length: 6 }, () => 'Delete the last digit'), '2', '5')
    await signCredit()
    await sheet('Receipt').getByText('25.00', { exact: true }).first().waitFor()
    expect(await own()).toBe(799.5)
    await tap(sheet('Receipt').getByRole('button', { name: 'Done' }))

    await tap(main().getByRole('link', { name: `Statement of ${username}` }))
    await row(`${username} → ${branch.master.username}`).waitFor()
    await tap(row(`${branch.master.username} → ${username}`))
    await sheet('transfer').or(page.getByRole('dialog')).getByText('Transaction ID').waitFor()
    await page.keyboard.press('Escape')
    await checkLayout()

    await goTo('Transactions')
    await row(`${branch.master.username} → ${username} 125.50`).waitFor()
    await tap(button('Filters'))
    await sheet('Filters').waitFor()
    await checkLayout()
    await page.keyboard.press('Escape')
    await tap(button('Sums'))
    await sheet('Sums').getByText('1,025.50').waitFor()
    await page.keyboard.press('Escape')

    await tap(button('More'))
    await tap(page.getByRole('dialog').getByRole('link', { name: 'Log Activities' }))
    await row(new RegExp(`gave 125.50 to ${username}`)).waitFor()
    await checkLayout()

    await tap(page.getByRole('banner').getByRole('button', { name: /Account of/ }))
    await tap(page.getByRole('menuitem', { name: 'Log Out' }))
    await page.waitForURL(/\/auth\/login/)
    expect([...violations]).toEqual([])
  }, 300_000)
})

describe('the suite on a phone', () => {
  it('is installable, shows an offline page without a connection and caches nothing else', async () => {
    await signIn(page, branch.master.username)
    const manifest = page.locator('link[rel=manifest]')
    await expect.poll(() => manifest.count(), { timeout: 20_000 }).toBe(1)
    const { icons } = await (await page.request.get(`${url}/manifest.webmanifest`)).json()
    for (const { src, type } of icons) expect((await page.request.get(url + src)).headers()['content-type']).toBe(type)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await context.setOffline(true)
    await page.goto(`${url}/master/player`)
    await heading(page, 'No connection').waitFor()
    await checkLayout()
    const cachedPaths = await page.evaluate(async () => {
      const caches = await Promise.all((await window.caches.keys()).map(name => window.caches.open(name)))
      const requests = await Promise.all(caches.map(cache => cache.keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })
    expect(cachedPaths).toEqual(['/offline.html'])
    await context.setOffline(false)
    await tap(button('Try again'))
    await heading(page, 'Player').waitFor()
  })
})
