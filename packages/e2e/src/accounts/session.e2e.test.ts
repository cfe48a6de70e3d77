import { demoPassword } from '@cascade/dev'
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { field, heading, navigateTo } from '../support/accounts-screen'
import { visit } from '../support/browser/browser'
import { expectAlert, expectMessage } from '../support/messages'
import { signIn } from '../support/sign-in'
import { api, url } from '../support/suite'
import { createTree, visitorAs } from '../support/visitor-as'

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
const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('session-token') ?? '')
const nothing = { local: null, session: [] }

it('logging out in one tab ends the session in every tab', async () => {
  const { page } = await visit()
  await signIn(page, tree.branch.admin.username)
  const token = await tokenOf(page)
  const second = await page.context().newPage()
  await second.goto(`${url}/admin/player`)
  await heading(second, 'Player').waitFor()
  await page.bringToFront()
  await page.getByRole('button', { name: `Account of ${tree.branch.admin.username}` }).click()
  await page.getByText('Log Out', { exact: true }).click()
  await atLogin(page)
  await atLogin(second)
  for (const each of [page, second]) expect(await stored(each)).toEqual(nothing)
  expect((await api.send('GET', '/auth/session', { token })).status).toBe(401)
  await second.goto(`${url}/admin/player`)
  await atLogin(second)
})

it('an expired session redirects to the login page and clears the browser storage', async () => {
  const { page } = await visit()
  await signIn(page, tree.branch.admin.username)
  await page.evaluate(() => {
    for (const key of Object.keys(sessionStorage))
      if (key.includes('expiry')) sessionStorage.setItem(key, new Date(Date.now() - 1000).toISOString())
  })
  await page.goto(`${url}/admin/master`)
  await atLogin(page)
  expect(await stored(page)).toEqual(nothing)
})

it('a session that the server ended redirects to the login page and clears the browser storage', async () => {
  const { page } = await visit()
  await signIn(page, tree.branch.admin.username)
  await api.send('GET', '/auth/logout', { token: await tokenOf(page) })
  await navigateTo(page, '/admin/player')
  await atLogin(page)
  expect(await stored(page)).toEqual(nothing)
})

// Page tests of the shell and the route matrix cover every area; these tests cover real navigation.
describe.each([
  ['admin', ['/superadmin/superareamanager', '/master/player', '/admin/admin']],
  ['master', ['/admin/player', '/areamanager/master', '/master/master', '/master/gift']],
] as const)('a signed-in %s', (role, foreign) => {
  const visitor = visitorAs(role, { tree })

  it('is redirected from foreign areas and account levels to its own dashboard', async () => {
    const page = await visitor.open('profile', 'Profile')
    for (const address of foreign) {
      await navigateTo(page, address)
      await page.waitForURL(`${url}/${role}/dashboard`)
      await navigateTo(page, `/${role}/profile`)
      await heading(page, 'Profile').waitFor()
    }
    await page.goto(`${url}${foreign[0]}`)
    await page.waitForURL(`${url}/${role}/dashboard`)
  })
})

it('redirects anonymous visitors to the login page and keeps players out of the back office', async () => {
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

describe('account sign-in', () => {
  const visitor = visitorAs('superareamanager')

  it('rejects an inactive account and the accounts below it', async () => {
    const { areamanager, master } = visitor.branch
    const toggle = (action: string) =>
      api.send('PATCH', `/areamanager/toggle-status/${areamanager._id}/${action}`, { token: visitor.superadmin.token })
    expect((await toggle('deactivate')).status).toBe(200)
    const { page } = await visit()
    for (const { username } of [areamanager, master]) {
      await page.goto(`${url}/auth/login`)
      await page.getByLabel('Username').fill(username)
      await page.getByLabel('Password', { exact: true }).fill(demoPassword)
      await page.getByRole('button', { name: 'Log In', exact: true }).click()
      await expectAlert(page, 'This account is not active.')
    }
    expect((await toggle('activate')).status).toBe(200)
    await page.getByRole('button', { name: 'Log In', exact: true }).click()
    await page.waitForURL(/\/master\/dashboard$/)
  })

  it('accepts only the new password after a password change', async () => {
    const page = await visitor.open('profile', 'Profile')
    const { username } = visitor.branch.superareamanager
    const values = { 'Old Password': demoPassword, 'New Password': 'new-secret', 'Confirm Password': 'new-secret' }
    for (const [label, value] of Object.entries(values)) await field(page, label).fill(value)
    await page.getByRole('button', { name: 'Change Password', exact: true }).click()
    await expectMessage(page, 'Password changed successfully!')
    await expect(api.login(username)).rejects.toThrow('401')
    await api.login(username, 'new-secret')
  })
})
