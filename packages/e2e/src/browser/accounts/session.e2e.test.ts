import { demoPassword } from '@cascade/dev'
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { heading } from '../../support/accounts-screen'
import { visit } from '../../support/browser/browser'
import { expectMessage } from '../../support/messages'
import { signIn } from '../../support/sign-in'
import { api, url } from '../../support/suite'
import { createTree } from '../../support/visitor-as'

// Page tests of the shell cover the areas of each role and the ends of a session; these tests cover real tabs.
const tree = createTree()

const atLogin = async (page: Page) => {
  await page.waitForURL(/\/(auth\/login(\?.*)?)?$/)
  await page.getByRole('button', { name: 'Log In', exact: true }).waitFor()
}
const stored = (page: Page) =>
  page.evaluate(() => ({
    local: localStorage.getItem('session-token'),
    session: Object.keys(sessionStorage).filter(key => key.startsWith('session-')),
  }))

describe('a session', () => {
  it('ends in every tab after a logout in one', async () => {
    const { page } = await visit()
    await signIn(page, tree.branch.admin.username)
    const token = await page.evaluate(() => localStorage.getItem('session-token') ?? '')
    const second = await page.context().newPage()
    await second.goto(`${url}/admin/player`)
    await heading(second, 'Player').waitFor()
    await page.bringToFront()
    await page.getByRole('button', { name: `Account of ${tree.branch.admin.username}` }).click()
    await page.getByText('Log Out', { exact: true }).click()
    await atLogin(page)
    await atLogin(second)
    for (const each of [page, second]) expect(await stored(each)).toEqual({ local: null, session: [] })
    expect((await api.send('GET', '/auth/session', { token })).status).toBe(401)
    await second.goto(`${url}/admin/player`)
    await atLogin(second)
  })

  it('is needed for the back office: anonymous visitors see the login page, and players stay out', async () => {
    const { page } = await visit()
    await page.goto(`${url}/superadmin/admin`)
    await atLogin(page)
    await page.getByLabel('Username').fill(tree.branch.player.username)
    await page.getByLabel('Password', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: 'Log In', exact: true }).click()
    await expectMessage(page, 'Login successful!')
    await page.waitForURL(`${url}/`)
    await page.getByText(/no back-office area/).waitFor()
    await page.goto(`${url}/master/player`)
    await page.waitForURL(`${url}/`)
  })
})
