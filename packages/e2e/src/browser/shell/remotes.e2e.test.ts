import { describe, expect, it } from 'vitest'
import { visitorAs } from '../../support/visitor-as'

const visitor = visitorAs('superadmin')

describe('a remote', () => {
  it('shows an error with Retry while it cannot be loaded, leaves others working and recovers automatically', async () => {
    const { page } = visitor
    await page.route('**/mf/games/**', route => route.abort())
    await visitor.open('gamemaster')
    const retry = page.getByRole('button', { name: 'Retry' })
    await retry.waitFor()

    await page.getByRole('navigation').getByRole('link', { name: 'Player', exact: true }).first().click()
    await page.getByRole('heading', { name: 'Player', exact: true }).waitFor()
    expect(await page.locator('.shell-user-wallet').textContent()).toMatch(/^[\d,]+\.\d\d$/)

    await page.goBack()
    await retry.waitFor()
    await page.unroute('**/mf/games/**')
    await page.getByRole('heading', { name: 'Game Master', exact: true }).waitFor()
  })
})
