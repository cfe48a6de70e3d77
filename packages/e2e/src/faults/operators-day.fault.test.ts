import { accountApi } from '@cascade/contracts/accounts'
import { demoPassword } from '@cascade/dev'
import { MongoClient } from 'mongodb'
import type { BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createAuthenticator, storeRecoveryCodes } from '../support/browser/authenticator'
import { explainFailure } from '../support/browser/browser'
import { launchChromium } from '../support/browser/launch-chromium'
import { sendCredit } from '../support/credit-screen'
import { type Branch, balanceOf, createAccount, createBranch, fund } from '../support/world'
import { type DisposableSuite, startDisposableSuite } from './disposable-suite'

let own: DisposableSuite
let branch: Branch
let second: string
let page: Page
let context: BrowserContext
const faults: string[] = []

beforeAll(async () => {
  own = await startDisposableSuite()
  const superadmin = await own.api.login('superadmin')
  await fund(own.api, superadmin, 'superadmin', superadmin.user._id, 100_000)
  second = (await createAccount(own.api, superadmin, 'superadmin')).username
  branch = await createBranch(own.api, superadmin)
  await fund(own.api, superadmin, 'admin', branch.admin._id, 10_000)
  const browser = await launchChromium()
  context = await browser.newContext({ reducedMotion: 'reduce' })
  context.setDefaultTimeout(45_000)
  page = await context.newPage()
  page.on('pageerror', error => faults.push(error.message))
  return () => browser.close()
}, 300_000)
afterAll(() => own?.stop())
beforeEach(() => onTestFinished(({ task }) => explainFailure(task, { page, faults })))

/** Passkeys belong to a host name, not to an address. */
const origin = () => own.suite.url.replace('127.0.0.1', 'localhost')
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const app = createAuthenticator()

async function logIn(username: string): Promise<void> {
  await context.clearCookies()
  await page.goto(`${origin()}/`)
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${origin()}/`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await button('Log In').click()
}
const atDashboard = () => page.waitForURL(/\/dashboard$/)

/** As if every session proved itself six minutes ago. */
async function expireProofs(): Promise<void> {
  const client = await new MongoClient(own.suite.mongo.uri).connect()
  const provenAt = new Date(Date.now() - 360_000)
  await client.db('accounts').collection('sessions').updateMany({}, { $set: { provenAt } })
  await client.close()
}

describe('the day of an operator', () => {
  it('begins with a superadmin who adds an authenticator app and makes second factors a rule', async () => {
    await logIn('superadmin')
    await atDashboard()
    await page.goto(`${origin()}/superadmin/profile/security`)
    await app.add(page)
    await page.getByText('10 of 10 recovery codes left').waitFor()
    const rules = page.getByRole('form', { name: 'Rules for everybody' })
    for (const role of ['Super Admin', 'Admin']) {
      const rule = rules.locator('.ant-form-item').filter({ has: page.getByText(role, { exact: true }) })
      await rule.getByText('Required').click()
    }
    await rules.getByLabel('Days to add a first factor').fill('0')
    await rules.getByRole('checkbox', { name: /replace a password that was set/ }).click()
    await rules.getByLabel('Sign out after minutes without activity').fill('20')
    await rules.getByLabel('Sessions per account').fill('5')
    await rules.getByLabel('Points that move down', { exact: true }).click()
    await page.getByTitle('From an amount').click()
    await rules.getByLabel('Points that move down: From').fill('1000')
    await rules.getByRole('button', { name: 'Save the rules' }).click()
    await page.getByText('The rules were saved.').first().waitFor()
  })

  it('asks at the next sign-in for a code, and rejects a wrong one', async () => {
    await logIn('superadmin')
    await page.getByLabel('Code').fill('000000')
    await page.getByText('The code is not valid.').waitFor()
    await page.getByLabel('Code').fill(await app.nextCode())
    await atDashboard()
  })

  it('lets an admin do nothing before it has added a passkey, with which it then signs in', async () => {
    const devtools = await context.newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await logIn(branch.admin.username)
    await page.waitForURL(/profile\/security$/)
    await page.getByText('Your role needs a second factor. Please add one to go on.').waitFor()
    await button('Add a passkey').click()
    await page.getByLabel('Name').fill('Laptop')
    await page.getByRole('dialog').getByRole('button', { name: 'Add a passkey' }).click()
    expect(await storeRecoveryCodes(page)).toHaveLength(10)
    await page.goto(`${origin()}/admin/player`)
    await page.getByText(branch.player.username).first().waitFor()
    await context.clearCookies()
    await page.evaluate(() => localStorage.clear())
    await page.goto(`${origin()}/`)
    await button('Log in with a passkey').click()
    await atDashboard()
  })

  it('asks once more before a critical call after five minutes, and then does what was asked', async () => {
    await expireProofs()
    const player = branch.player.username
    await page.goto(`${origin()}/admin/player?q=${player}`)
    await button(`More actions: ${player}`).click()
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await dialog.getByLabel('Password').fill('wrong-password')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByRole('button', { name: 'Use a passkey' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await button(`More actions: ${player}`).waitFor({ state: 'detached' })
  })

  it('makes a large transfer wait for another superadmin, who finds it in the bell, reads it and approves it', async () => {
    const { _id, username } = branch.master
    await page.goto(`${origin()}/admin/master/credittransfer/${_id}`)
    await sendCredit(page, '1000')
    await page.getByText('Waiting for a second person.').first().waitFor()
    const master = await own.api.login(username)
    expect(await balanceOf(own.api, master, _id)).toBe(0)
    await logIn(second)
    await page.waitForURL(/profile\/security$/)
    await createAuthenticator().add(page)
    await button(/^Notices, \d unread/).click()
    await page.getByRole('menuitem', { name: /waits for a second person: Points that move down/ }).click()
    await page
      .getByRole('row', { name: new RegExp(username) })
      .getByRole('button', { name: /^Approve/ })
      .focus()
    await page.keyboard.press('a')
    const dialog = page.getByRole('dialog', { name: 'Approve the request' })
    await dialog.getByText(`${branch.admin.username} has`).waitFor()
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Nothing waits for a second person.').waitFor()
    expect(await balanceOf(own.api, master, _id)).toBe(1_000)
    await page.goto(`${origin()}/superadmin/transactionreport?user=${username}`)
    await page.getByText(`by ${branch.admin.username}, approved by ${second}`).waitFor()
  })

  it('replaces a password that was set by another user at the first sign-in', async () => {
    const { _id: id, username } = branch.master
    const body = { password: demoPassword } as never
    await own.api.call(accountApi.master.update, await own.api.login(branch.areamanager.username), {
      params: { id },
      body,
    })
    await logIn(username)
    await page.getByLabel('New password').fill('a-password-of-my-own')
    await page.getByLabel('Confirm password').fill('a-password-of-my-own')
    await button('Continue').click()
    await atDashboard()
  })

  it('opens every screen of the menu for an admin under all of these rules', async () => {
    await page.goto(`${origin()}/`)
    await page.evaluate(() => localStorage.clear())
    await context.clearCookies()
    await page.goto(`${origin()}/`)
    await button('Log in with a passkey').click()
    await atDashboard()
    const menu = page.locator('nav a[href^="/admin/"]')
    await menu.nth(10).waitFor()
    const paths = await menu.evaluateAll(links => links.map(link => link.getAttribute('href')))
    for (const path of paths) {
      await page.goto(`${origin()}${path}`)
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      expect(await page.getByRole('main').getByRole('alert').allTextContents(), String(path)).toEqual([])
    }
    expect(faults).toEqual([])
  })
})
