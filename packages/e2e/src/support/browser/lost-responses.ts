import type { Page } from 'playwright'

/** The browser reports offline although requests succeed, as with some VPN adapters. */
export async function reportOffline(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })
    dispatchEvent(new Event('offline'))
  })
  await page.locator('.shell-offline').waitFor()
}

/**
 * Requests to these paths reach the suite, but their responses are dropped.
 * @returns restores the responses
 */
export async function dropResponses(page: Page, ...paths: string[]): Promise<() => Promise<void>> {
  const patterns = paths.map(path => `**/api/${path}*`)
  for (const pattern of patterns) {
    await page.route(pattern, async route => {
      await route.fetch()
      await route.abort()
    })
  }
  // Handlers in progress would fail after their routes have been removed.
  return () => page.unrouteAll({ behavior: 'wait' })
}
