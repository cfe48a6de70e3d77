import { errorTexts } from '@cascade/contracts'
import { maintenanceApi } from '@cascade/contracts/accounts'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DisposableSuite, startDisposableSuite } from '../../faults/disposable-suite'
import { launchChromium } from '../../support/browser/launch-chromium'
import { signIn } from '../../support/sign-in'
import { createBranch } from '../../support/world'

/** A separate suite, because a maintenance stops the changes of all other tests. */
let suite: DisposableSuite
let page: Page
const stops: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  suite = await startDisposableSuite()
  stops.push(suite.stop)
  const browser = await launchChromium()
  stops.push(() => browser.close())
  page = await browser.newPage()
}, 300_000)
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
})

describe('a maintenance', () => {
  it("shows its strip to a master and rejects the master's change in words", async () => {
    const { api } = suite
    const superadmin = await api.login('superadmin')
    const { master } = await createBranch(api, superadmin)
    const [from, to] = [0, 3_600_000].map(ms => new Date(Date.now() + ms).toISOString())
    await api.call(maintenanceApi.change, superadmin, { body: { from, to, message: 'New servers' } })

    await signIn(page, master.username, suite.suite.url)
    const strip = page.getByRole('status').filter({ hasText: 'New servers' })
    await strip.getByText(/^Maintenance until/).waitFor()
    await page.goto(`${suite.suite.url}/master/cases`)
    await page.getByRole('button', { name: 'New case' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Subject').fill('Limit')
    await form.getByLabel('Text').fill('Please raise it.')
    await form.getByRole('button', { name: 'Submit' }).click()
    await form.getByText(errorTexts.maintenance).waitFor()
    expect(await form.getByLabel('Text').inputValue()).toBe('Please raise it.')
  })
})
