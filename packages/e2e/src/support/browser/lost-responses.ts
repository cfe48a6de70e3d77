import type { Page } from 'playwright'

/** As with a VPN or a virtual adapter: the browser believes that it is offline, and every call reaches the suite. */
export async function believeOffline(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })
    dispatchEvent(new Event('offline'))
  })
  await page.locator('.shell-offline').waitFor()
}

/**
 * Calls of these paths reach the suite, and their answers get lost.
 * @returns lets the answers through again
 */
export async function loseAnswers(page: Page, ...paths: string[]): Promise<() => Promise<void>> {
  const patterns = paths.map(path => `**/api/${path}*`)
  for (const pattern of patterns) {
    await page.route(pattern, async route => {
      await route.fetch()
      await route.abort()
    })
  }
  return async () => {
    for (const pattern of patterns) await page.unroute(pattern)
  }
}
