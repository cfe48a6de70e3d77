import type { Locator, Page } from 'playwright'

export type Effort = { clicks: number; keys: number; seconds: number }

/** A person at a page: what they click and type is counted, and how long it all takes. */
export function handAt(page: Page) {
  const startedAt = performance.now()
  let clicks = 0
  let keys = 0
  return {
    async click(target: Locator) {
      clicks++
      await target.click()
    },
    /** Into whatever has the focus. */
    async type(text: string) {
      keys += text.length
      await page.keyboard.type(text)
    },
    async press(key: string) {
      keys++
      await page.keyboard.press(key)
    },
    effort: (): Effort => ({ clicks, keys, seconds: Math.round(performance.now() - startedAt) / 1000 }),
  }
}
export type Hand = ReturnType<typeof handAt>
