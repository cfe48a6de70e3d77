import { gameCodes } from '@cascade/contracts/games'
import { liveApi } from '@cascade/contracts/live'
import type { Page } from 'playwright'
import { beforeAll, expect, it, vi } from 'vitest'
import { type Visit, visit } from '../support/browser/browser'
import { api, url } from '../support/suite'
import { type LiveWorld, makeLiveWorld } from './live-world'

const drawMs = 150_000

let world: LiveWorld
beforeAll(async () => {
  world = await makeLiveWorld()
}, 120_000)

async function open(): Promise<Visit> {
  const { admin } = world.branch
  const opened = await visit({ session: world.admin })
  await opened.page.goto(`${url}/admin/game/${gameCodes.funTarget}/${admin._id}/${admin.username}`)
  await opened.page.getByText('Live', { exact: true }).waitFor()
  return opened
}

/** Wraps every text node, also new and changed ones, like the translation of Chrome. */
function translate(page: Page): Promise<void> {
  return page.evaluate(() => {
    const wrap = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) {
        if (text.data.trim() === '' || text.parentElement?.closest('font, [translate=no], script, style')) continue
        const outer = document.createElement('font')
        outer.appendChild(document.createElement('font')).textContent = text.data
        text.replaceWith(outer)
      }
    }
    wrap()
    new MutationObserver(wrap).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
}

/** All text of the screen except the clocks. */
async function visibleText(page: Page): Promise<string> {
  const parts = ['.live-total', '.live-results', '.live-daily', '.live-main', '.live-side']
  const texts = await Promise.all(parts.map(part => page.locator(part).innerText()))
  return texts.join('\n').replace(/\s+/g, ' ')
}

it('the live screen shows a whole draw correctly while the browser translates the page', {
  timeout: 2 * drawMs + 120_000,
}, async () => {
  const [translated, plain] = await Promise.all([open(), open()])
  const { page } = translated
  await translate(page)
  const agree = () =>
    vi.waitFor(async () => expect(await visibleText(page)).toBe(await visibleText(plain.page)), { timeout: 30_000 })
  const drawn = () => page.locator('.live-results').innerText()

  await world.bet(gameCodes.funTarget, '3', 30)
  await agree()
  const body = { adminId: world.branch.admin._id, gameId: gameCodes.funTarget, result: '5', boosterValue: 1 as const }
  await api.call(liveApi.addResult, world.admin, { body })
  await page.getByText('Saved result').first().waitFor()
  await agree()
  const before = await drawn()
  await expect.poll(drawn, { timeout: drawMs }).not.toBe(before)
  await world.bet(gameCodes.funTarget, '8', 20)
  await expect.poll(() => page.locator('.live-total-value').innerText()).toBe('20.00')
  await agree()

  await page.getByRole('button', { name: 'Draws' }).click()
  await page.getByRole('heading', { level: 1, name: 'Draws' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Fun Target' }).waitFor()
  expect(translated.faults).toEqual([])
})
