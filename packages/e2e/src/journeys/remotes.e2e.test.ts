import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { launchBrowser, signIn, visit } from '../support/browser'

const url = inject('suiteUrl')
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

const screens = [
  ['accounts', '/superadmin/player', 'Player'],
  ['games', '/superadmin/gamemaster', 'Game Master'],
  ['live', '/superadmin/game', 'Live Result'],
  ['reports', '/superadmin/transactionreport', 'Transaction Report'],
] as const

describe.each(screens)('the remote of %s', (name, path, heading) => {
  it('opens from its own address', async () => {
    const { page, faults, close } = await visit(browser)
    await signIn(page, url, 'superadmin')
    await page.goto(url + path)
    await page.getByRole('heading', { name: heading, exact: true }).waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('shows an error with Retry when it is gone, leaves the rest alone, and comes back', async () => {
    const { page, close } = await visit(browser)
    await page.route(`**/mf/${name}/**`, route => route.abort())
    await signIn(page, url, 'superadmin')
    await page.goto(url + path)
    const retry = page.getByRole('button', { name: 'Retry' })
    await retry.waitFor()

    const [, , otherHeading] = screens.find(screen => screen[0] !== name) ?? screens[0]
    await page.getByRole('navigation').getByRole('link', { name: otherHeading, exact: true }).first().click()
    await page.getByRole('heading', { name: otherHeading, exact: true }).waitFor()
    expect(await page.locator('.shell-user-wallet').textContent()).toMatch(/^[\d,]+\.\d\d$/)

    await page.goBack()
    await retry.waitFor()
    await page.unroute(`**/mf/${name}/**`)
    await retry.click()
    await page.getByRole('heading', { name: heading, exact: true }).waitFor()
    await close()
  })
})

it('sends a role that has no business on a screen to its own dashboard', async () => {
  const { page, close } = await visit(browser)
  await signIn(page, url, 'master1')
  await page.goto(`${url}/superadmin/admin`)
  await page.waitForURL(/\/master\/dashboard$/)
  await page.goto(`${url}/master/nothing-here`)
  await page.waitForURL(/\/master\/dashboard$/)
  await close()
})

it('counts down to the draw that the server names', async () => {
  const { page, close } = await visit(browser)
  await signIn(page, url, 'admin1')
  await page.goto(`${url}/admin/game`)
  await page
    .getByRole('main')
    .getByRole('link', { name: /Fun Target/ })
    .first()
    .click()
  const clock = page.getByRole('timer')
  await clock.waitFor()
  const first = await clock.textContent()
  expect(first).toMatch(/\d\d:\d\d/)
  await expect.poll(() => clock.textContent(), { timeout: 5_000 }).not.toBe(first)
  await close()
})
