import type { BrowserContext, Page } from 'playwright'
import { expect } from 'vitest'

const recorded = new WeakMap<Page, Set<string>>()

/**
 * Records every message that a page of `context` shows: a busy machine can miss a toast, which is visible for 1.5 s.
 * Messages are kept until a test consumes them.
 */
export async function listenToMessages(context: BrowserContext): Promise<void> {
  await context.exposeBinding('noteMessage', ({ page }, text: string) => void messagesOf(page).add(text))
  context.on('page', page => page.on('domcontentloaded', () => recorded.delete(page)))
  await context.addInitScript(() => {
    const lastTexts = new WeakMap<Element, string>()
    const note = (globalThis as unknown as { noteMessage(text: string): void }).noteMessage
    const recordMessages = () => {
      for (const element of document.querySelectorAll('[role="alert"], [role="status"], .ant-message-notice')) {
        const text = element.textContent?.trim() ?? ''
        if (!text || lastTexts.get(element) === text) continue
        lastTexts.set(element, text)
        note(text)
      }
    }
    new MutationObserver(recordMessages).observe(document, { childList: true, subtree: true, characterData: true })
  })
}

/** Discards recorded messages before a new action. */
export const forgetMessages = (page: Page) => recorded.delete(page)

/** Waits for exactly `text` anywhere on the page or among the recorded messages, and consumes it. */
export async function expectMessage(page: Page, text: string): Promise<void> {
  const locator = page.getByText(text, { exact: true }).first()
  await expect.poll(async () => messagesOf(page).has(text) || locator.isVisible()).toBe(true)
  messagesOf(page).delete(text)
}

function messagesOf(page: Page): Set<string> {
  const messages = recorded.get(page) ?? new Set()
  recorded.set(page, messages)
  return messages
}
