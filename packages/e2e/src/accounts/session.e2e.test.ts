import { type BackOfficeRole, backOfficeRoles } from '@cascade/contracts'
import { demoPassword } from '@cascade/dev-stack'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { goInside, heading } from '../support/accounts-screen'
import { apiAt, type Session } from '../support/api'
import { launchBrowser, signIn, visit } from '../support/browser'
import { says } from '../support/credit-screen'
import { type Level, levelsOf } from '../support/levels'
import { type Branch, createBranch } from '../support/world'

const url = inject('suiteUrl')
const api = apiAt(url)
let browser: Browser
let superadmin: Session
let branch: Branch

beforeAll(async () => {
  browser = await launchBrowser()
  superadmin = await api.login('superadmin')
  branch = await createBranch(api, superadmin)
})
afterAll(() => browser?.close())

const usernameOf = (role: BackOfficeRole) => (role === 'superadmin' ? role : branch[role].username)
const atLogin = async (page: Page) => {
  await page.waitForURL(/\/(auth\/login(\?.*)?)?$/)
  await page.getByRole('button', { name: 'Log In', exact: true }).waitFor()
}
const stored = (page: Page) =>
  page.evaluate(() => ({
    local: localStorage.getItem('session-token'),
    session: Object.keys(sessionStorage).filter(key => key.startsWith('session-')),
  }))
const nothing = { local: null, session: [] }

it('ends in every tab when one logs out', async () => {
  const { page, close } = await visit(browser)
  await signIn(page, url, branch.admin.username)
  const { token } = await page.evaluate(() => ({ token: localStorage.getItem('session-token') ?? '' }))
  const second = await page.context().newPage()
  await second.goto(`${url}/admin/player`)
  await heading(second, 'Player').waitFor()
  await page.bringToFront()
  await page.getByRole('button', { name: `Account of ${branch.admin.username}` }).click()
  await page.getByText('Log Out', { exact: true }).click()
  await atLogin(page)
  await atLogin(second)
  for (const each of [page, second]) expect(await stored(each)).toEqual(nothing)
  expect((await api.send('GET', '/auth/session', { token })).status).toBe(401)
  await second.goto(`${url}/admin/player`)
  await atLogin(second)
  await close()
})

it('leads to the login with an empty storage when the stored expiry has passed', async () => {
  const { page, close } = await visit(browser)
  await signIn(page, url, branch.admin.username)
  await page.evaluate(() => {
    for (const key of Object.keys(sessionStorage))
      if (key.includes('expiry')) sessionStorage.setItem(key, new Date(Date.now() - 1000).toISOString())
  })
  await page.goto(`${url}/admin/master`)
  await atLogin(page)
  expect(await stored(page)).toEqual(nothing)
  await close()
})

it('leads to the login with an empty storage when the server ended the session', async () => {
  const { page, close } = await visit(browser)
  await signIn(page, url, branch.admin.username)
  const token = await page.evaluate(() => localStorage.getItem('session-token') ?? '')
  await api.send('GET', '/auth/logout', { token })
  await goInside(page, '/admin/player')
  await atLogin(page)
  expect(await stored(page)).toEqual(nothing)
  await close()
})

describe.each(backOfficeRoles)('%s', role => {
  it('is led from every foreign area and from every foreign base to the own dashboard', async () => {
    const { page, close } = await visit(browser)
    await signIn(page, url, usernameOf(role))
    const foreign = backOfficeRoles.filter(each => each !== role)
    for (const other of foreign) {
      await page.goto(`${url}/${other}/${levelsOf[other][0]}`)
      await page.waitForURL(`${url}/${role}/dashboard`)
    }
    const missing = levelsOf.superadmin.filter(level => !levelsOf[role].includes(level))
    for (const base of missing.flatMap((level: Level) => [level, `${level}/players`, `${level}/create`])) {
      await goInside(page, `/${role}/profile`)
      await heading(page, 'Profile').waitFor()
      await goInside(page, `/${role}/${base}`)
      await page.waitForURL(`${url}/${role}/dashboard`)
    }
    await close()
  })
})

it('leads whoever is not signed in to the login, and a player out of every area', async () => {
  const { page, close } = await visit(browser)
  await page.goto(`${url}/superadmin/admin`)
  await atLogin(page)
  await page.getByLabel('Username').fill(branch.player.username)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await says(page, 'Login successful!')
  await page.waitForURL(`${url}/`)
  await page.getByText(/no back-office area/).waitFor()
  await page.goto(`${url}/master/player`)
  await page.waitForURL(`${url}/`)
  await close()
})

it('tells a deactivated account that it is not active, and one below it that it cannot enter either', async () => {
  const { _id, username } = branch.areamanager
  const toggle = (action: string) =>
    api.send('PATCH', `/areamanager/toggle-status/${_id}/${action}`, { token: superadmin.token })
  expect((await toggle('deactivate')).status).toBe(200)
  const { page, close } = await visit(browser)
  for (const name of [username, branch.master.username]) {
    await page.goto(`${url}/auth/login`)
    await page.getByLabel('Username').fill(name)
    await page.getByLabel('Password', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: 'Log In', exact: true }).click()
    await page.getByRole('alert').getByText('This account is not active.', { exact: true }).waitFor()
  }
  expect((await toggle('activate')).status).toBe(200)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await page.waitForURL(/\/master\/dashboard$/)
  await close()
})
