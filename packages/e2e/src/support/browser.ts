import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { onTestFinished } from 'vitest'
import type { Session } from './api'
import { flags } from './browser-flags'
import { listenToMessages } from './messages'
import { url } from './suite'

/** How long a page may take to show what is waited for. Only a failing test waits so long. */
const patienceMs = 45_000

let browser: Promise<Browser> | undefined
/** One Chromium for each worker; it ends with it. */
const chromiumOfWorker = () =>
  (browser ??= chromium.launch({ executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium', args: flags }))

export type Visit = { page: Page; faults: string[] }
export type VisitOptions = {
  width?: number
  height?: number
  session?: Session
  /** Of the test's own context, in tests that run beside others of their file. */
  onFinished?: typeof onTestFinished
}

/**
 * A fresh browser profile for this test, with no session unless one is given. `faults` collects what the page throws
 * or logs as an error. It is closed when the test ends.
 */
export async function visit(options: VisitOptions = {}): Promise<Visit> {
  const { width = 1440, height = 900, session, onFinished = onTestFinished } = options
  const context = await (await chromiumOfWorker()).newContext({
    viewport: { width, height },
    acceptDownloads: true,
    // A button that is still moving may miss its click on a busy machine.
    reducedMotion: 'reduce',
    ...(session ? { storageState: stateOf(session) } : {}),
  })
  context.setDefaultTimeout(patienceMs)
  await listenToMessages(context)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', error => faults.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error') faults.push(message.text())
  })
  onFinished(async ({ task }) => {
    const [error] = task.result?.errors ?? []
    if (error) error.message += await describePage(page, faults)
    await context.close()
  })
  return { page, faults }
}

/** What a failing test needs to be understood: where its page was and what it showed. */
async function describePage(page: Page, faults: readonly string[]): Promise<string> {
  const shown = await page
    .locator('body')
    .innerText({ timeout: 2_000 })
    .catch(() => 'nothing')
  return `\nThe page was at ${page.url()}. Its faults: ${faults.join('; ') || 'none'}. It showed:\n${shown}`
}

/** What the login leaves in a browser: the token for every tab, and the cookie for downloads. */
function stateOf({ token }: Session): Awaited<ReturnType<BrowserContext['storageState']>> {
  const { origin, hostname } = new URL(url)
  return {
    cookies: [
      {
        ...{ name: 'session-token', value: token, domain: hostname, path: '/', expires: -1 },
        ...{ httpOnly: true, secure: false, sameSite: 'Strict' },
      },
    ],
    origins: [{ origin, localStorage: [{ name: 'session-token', value: token }] }],
  }
}
