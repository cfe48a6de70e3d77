import type { BrowserContext, Locator, Page } from 'playwright'
import { expect } from 'vitest'

type Message = { role: string; text: string }
const recorded = new WeakMap<Page, Message[]>()

/**
 * Records every message that a page of `context` shows: a busy machine can miss a toast, which is visible for 1.5 s.
 * Messages are kept until a test consumes them.
 */
export async function listenToMessages(context: BrowserContext): Promise<void> {
  await context.exposeBinding('noteMessage', ({ page }, message: Message) => void messagesOf(page).push(message))
  context.on('page', page => page.on('domcontentloaded', () => recorded.delete(page)))
  await context.addInitScript(() => {
    const lastTexts = new WeakMap<Element, string>()
    const note = (globalThis as unknown as { noteMessage(message: Message): void }).noteMessage
    const recordMessages = () => {
      for (const element of document.querySelectorAll('[role="alert"], [role="status"], .ant-message-notice')) {
        const text = element.textContent?.trim() ?? ''
        if (!text || lastTexts.get(element) === text) continue
        lastTexts.set(element, text)
        note({ role: element.getAttribute('role') ?? '', text })
      }
    }
    new MutationObserver(recordMessages).observe(document, { childList: true, subtree: true, characterData: true })
  })
}

/** Discards recorded messages before a new action. */
export const forgetMessages = (page: Page) => recorded.delete(page)

/** Waits for exactly `text` anywhere on the page or among the recorded messages. */
export function expectMessage(page: Page, text: string): Promise<void> {
  const locator = page.getByText(text, { exact: true }).first()
  return waitForMessage(page, locator, message => message.text === text)
}

/** Waits for `text` in an alert, as opposed to a field error. */
export function expectAlert(page: Page, text: string): Promise<void> {
  const locator = page.getByRole('alert').getByText(text, { exact: true }).first()
  return waitForMessage(page, locator, message => message.role === 'alert' && message.text === text)
}

async function waitForMessage(page: Page, locator: Locator, isWanted: (message: Message) => boolean): Promise<void> {
  await expect.poll(async () => messagesOf(page).some(isWanted) || locator.isVisible()).toBe(true)
  // Consume the message so that it does not match a later action.
  const texts = new Set(
    messagesOf(page)
      .filter(isWanted)
      .map(({ text }) => text),
  )
  recorded.set(
    page,
    messagesOf(page).filter(({ text }) => !texts.has(text)),
  )
}

function messagesOf(page: Page): Message[] {
  const messages = recorded.get(page) ?? []
  recorded.set(page, messages)
  return messages
}
