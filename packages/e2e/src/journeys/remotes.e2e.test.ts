import { describe, expect, it } from 'vitest'
import { url } from '../support/suite'
import { visitorAs } from '../support/visitor-as'

const screens = [
  ['accounts', 'player', 'Player'],
  ['games', 'gamemaster', 'Game Master'],
  ['live', 'game', 'Live Result'],
  ['reports', 'transactionreport', 'Transaction Report'],
] as const

describe.each(screens)('the %s remote', (name, path, title) => {
  const visitor = visitorAs('superadmin')

  it('opens from a direct link', async () => {
    await visitor.open(path, title)
    expect(visitor.faults).toEqual([])
  })

  it('shows an error with Retry while it cannot be loaded, leaves other remotes working and recovers automatically', async () => {
    const { page } = visitor
    await page.route(`**/mf/${name}/**`, route => route.abort())
    await visitor.open(path)
    const retry = page.getByRole('button', { name: 'Retry' })
    await retry.waitFor()

    const [, , otherTitle] = screens.find(screen => screen[0] !== name) ?? screens[0]
    await page.getByRole('navigation').getByRole('link', { name: otherTitle, exact: true }).first().click()
    await page.getByRole('heading', { name: otherTitle, exact: true }).waitFor()
    expect(await page.locator('.shell-user-wallet').textContent()).toMatch(/^[\d,]+\.\d\d$/)

    await page.goBack()
    await retry.waitFor()
    await page.unroute(`**/mf/${name}/**`)
    await page.getByRole('heading', { name: title, exact: true }).waitFor()
  })
})

describe('a signed-in admin', () => {
  const visitor = visitorAs('admin')

  it('sees a running countdown to the next draw', async () => {
    const page = await visitor.open('game', 'Live Result')
    await page
      .getByRole('main')
      .getByRole('link', { name: /Fun Target/ })
      .first()
      .click()
    const clock = page.getByRole('timer')
    await clock.waitFor()
    const first = await clock.textContent()
    expect(first).toMatch(/\d\d:\d\d/)
    await expect.poll(() => clock.textContent()).not.toBe(first)
  })

  it('a signed-in admin is redirected from an unknown URL in its area to the dashboard', async () => {
    const page = await visitor.open('nothing-here')
    await page.waitForURL(`${url}/admin/dashboard`)
  })
})
