import { demoPassword } from '@cascade/dev-stack'
import { type Browser, chromium, type Page } from 'playwright'

/** Needed where Chromium runs as root, without a display and without the internet. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium', args: flags })
}

export type Visit = { page: Page; faults: string[]; close: () => Promise<void> }

/** A fresh visitor with no session. `faults` collects what the page throws or logs as an error. */
export async function visit(browser: Browser, options: { width?: number; height?: number } = {}): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    acceptDownloads: true,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const faults: string[] = []
  page.on('pageerror', error => faults.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error') faults.push(message.text())
  })
  return { page, faults, close: () => context.close() }
}

/** Signs in through the form and waits until the dashboard greets. */
export async function signIn(page: Page, url: string, username: string, password = demoPassword): Promise<void> {
  await page.goto(`${url}/`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: /log in|sign in|login/i }).click()
  await page.waitForURL(/\/dashboard$/)
}
