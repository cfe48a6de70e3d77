import type { CDPSession, Page } from 'playwright'
import { figureRow, type Row } from '../table'

/** Of the processor that measures: a small laptop of today is about so much slower. */
const slowdown = 4
/** The largest page that a list shows. */
const list = '/admin/player?size=1000'

/** Runs in the page: how long each key and click took until it was shown, and what moved by itself. */
const watchWork = `
  globalThis.answersMs = []
  globalThis.shifted = 0
  new PerformanceObserver(seen => {
    for (const { duration } of seen.getEntries()) answersMs.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 })
  new PerformanceObserver(seen => {
    for (const { value, hadRecentInput } of seen.getEntries()) if (!hadRecentInput) shifted += value
  }).observe({ type: 'layout-shift', buffered: true })
`
/** Runs in the page: an answer is told of with a later frame than the one that shows it. */
const answersTold = 'new Promise(done => requestAnimationFrame(() => setTimeout(() => done(answersMs), 500)))'

/**
 * How long the browser takes to show what a key or a click did in a list, the slowest of each kind, and how far what
 * stood on the page moved by itself while the list came. Somebody is signed in already.
 */
export async function workRows(page: Page, url: string): Promise<Row[]> {
  await page.addInitScript(watchWork)
  await page.goto(`${url}${list}`, { waitUntil: 'networkidle' })
  await page.locator('tr.kit-row a').first().waitFor()
  // The rows of the page, of which those in view are drawn, and the heading.
  const count = Number(await page.getByRole('table').first().getAttribute('aria-rowcount')) - 1
  const shifted = await page.evaluate<number>('shifted')
  const processor = await page.context().newCDPSession(page)
  await processor.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  try {
    const slowest = await workInList(page)
    const all = [...slowest].map(([name, ms]) => `${name} ${Math.round(ms)}`).join(', ')
    const name = `Slowest answer to a key or click, ${count} rows, processor ${slowdown} times slower`
    return [
      figureRow(name, `${Math.round(Math.max(...slowest.values()))} ms`, '< 100 ms', all),
      figureRow('Layout shift of a list that loads', shifted.toFixed(3), '<= 0.02'),
    ]
  } finally {
    await release(processor)
  }
}

async function release(processor: CDPSession): Promise<void> {
  await processor.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await processor.detach()
}

/** The keys and clicks that people use in a list, each with the slowest answer in milliseconds. */
async function workInList(page: Page): Promise<ReadonlyMap<string, number>> {
  const slowest = new Map<string, number>()
  const take = async (name: string, act: () => Promise<void>) => {
    await page.evaluate('answersMs.length = 0')
    await act()
    slowest.set(name, Math.max(0, ...(await page.evaluate<number[]>(answersTold))))
  }
  const { keyboard } = page
  const search = page.getByRole('searchbox').first()
  await search.focus()
  await take('into the rows', () => keyboard.press('ArrowDown'))
  await take('down the rows', async () => {
    for (let row = 0; row < 5; row++) await keyboard.press('j')
  })
  await take('select', () => keyboard.press('x'))
  await take('select none', () => keyboard.press('x'))
  await take('open a menu', () => page.locator('tr.kit-row [aria-haspopup=menu]').nth(3).click())
  await keyboard.press('Escape')
  await take('filters', () => keyboard.press('s'))
  await keyboard.press('Escape')
  await search.focus()
  await take('a letter', () => keyboard.press('p'))
  return slowest
}
