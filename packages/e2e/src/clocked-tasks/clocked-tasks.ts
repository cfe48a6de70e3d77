import { accountApi } from '@cascade/contracts/accounts'
import { demoPassword } from '@cascade/dev-stack'
import type { Browser, Page } from 'playwright'
import { apiAt } from '../support/api'
import { launchChromium } from '../support/browser/launch-chromium'
import { handAt } from './hand'
import { type Task, tasks } from './tasks'

// Clicks, keys and seconds of everyday tasks, in Chromium, against a suite that runs with its demo tree:
// npm run clocked-tasks [-- http://localhost:8080]
const url = process.argv[2] ?? 'http://localhost:8080'

/** Something to be found: master1 gives 320 to player1. */
async function prepare(): Promise<void> {
  const api = apiAt(url)
  const master = await api.login('master1')
  const { data } = await api.call(accountApi.player.list, master, { query: { q: 'player1' } })
  const toUserId = data.find(({ username }) => username === 'player1')?._id ?? ''
  const body = { toUserId, transferAmount: 320, password: demoPassword }
  await api.call(accountApi.player.transfer, master, { body })
}

async function signIn(page: Page, username: string): Promise<void> {
  await page.goto(url)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(demoPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/dashboard$/)
}

async function clock(browser: Browser, { name, as, run }: Task): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await signIn(page, as)
    await page.getByRole('navigation').getByRole('link', { name: 'Player', exact: true }).waitFor()
    await page.waitForLoadState('networkidle')
    const hand = handAt(page)
    const outcome = await run(page, hand)
    const { clicks, keys, seconds } = hand.effort()
    process.stdout.write(`${name}: ${clicks} clicks, ${keys} keys, ${seconds.toFixed(1)} s → ${outcome}\n`)
  } finally {
    await context.close()
  }
}

await prepare()
const browser = await launchChromium()
try {
  for (const task of tasks) await clock(browser, task)
} finally {
  await browser.close()
}
