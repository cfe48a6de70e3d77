import type { Page } from 'playwright'
import { onTestFinished } from 'vitest'
import type { Session } from './api'
import { giveBack, takeProfile } from './profiles'

export type Visit = { page: Page; faults: string[] }
export type VisitOptions = {
  width?: number
  height?: number
  session?: Session
  /** Of the test's own context, in tests that run beside others of their file. */
  onFinished?: typeof onTestFinished
}

/**
 * A page in a browser profile of this test's own, with no session unless one is given. `faults` collects what the page
 * throws or logs as an error. Both are given back when the test ends.
 */
export async function visit(options: VisitOptions = {}): Promise<Visit> {
  const { width = 1440, height = 900, session, onFinished = onTestFinished } = options
  const profile = await takeProfile(session)
  const page = await profile.context.newPage()
  await page.setViewportSize({ width, height })
  const faults: string[] = []
  page.on('pageerror', error => faults.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error') faults.push(message.text())
  })
  onFinished(async ({ task }) => {
    const [error] = task.result?.errors ?? []
    if (error) error.message += await describePage(page, faults)
    await giveBack(profile)
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
