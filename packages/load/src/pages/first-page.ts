import { chromiumFlags, findChromium, type Suite } from '@cascade/dev'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright'
import { figureRow, type Row } from '../measure'

/** Bytes on the wire and requests of the first visit, with an empty cache: the landing page, and a list of an admin. */
export async function firstPageRows(suite: Suite): Promise<Row[]> {
  const browser = await openChromium()
  try {
    const admin = suite.logins.find(login => login.username === 'admin1')
    if (!admin) throw new Error('The demo tree has no admin1')
    return [
      await visit(browser, suite.url, { path: '/', aim: '<= 100 kB, 5 requests before the form' }),
      ...(await signedIn(browser, suite.url, admin)),
    ]
  } finally {
    await browser.close()
  }
}

type Login = { username: string; password: string }

/** First visit of a list with an empty cache, and responsiveness in the list. */
async function signedIn(browser: Browser, url: string, login: Login): Promise<Row[]> {
  const context = await browser.newContext()
  const page = await context.newPage()
  try {
    await page.goto(url)
    await page.getByLabel('Username').fill(login.username)
    await page.getByLabel('Password').fill(login.password)
    await page.getByRole('button', { name: /log in|login/i }).click()
    await page.waitForURL(/\/dashboard$/)
    const state = await context.storageState()
    const path = '/admin/player'
    return [await visit(browser, url, { path, aim: '<= 420 kB, 14 requests', state }), ...(await workRows(page, url))]
  } finally {
    await context.close()
  }
}

type Loaded = { bytes: number; sentMs: number }

const sumOf = (loaded: readonly Loaded[]) =>
  `${Math.round(loaded.reduce((sum, { bytes }) => sum + bytes, 0) / 1000)} kB, ${loaded.length} requests`

/** Runs in the page: records when the first input appears. */
const watchForm = `
  new MutationObserver((_, watch) => {
    if (!document.querySelector('input')) return
    globalThis.formAtMs = Date.now()
    watch.disconnect()
  }).observe(document, { childList: true, subtree: true })
`

const restMs = 1_500

async function rest(page: Page) {
  let idle = false
  const onRequest = () => {
    idle = false
  }
  page.on('request', onRequest)
  while (!idle) {
    idle = true
    await page.waitForTimeout(restMs)
  }
  page.off('request', onRequest)
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>
type Visit = { path: string; aim: string; state?: State }

/** Loads a page until the network is idle, including prefetches, which are reported separately. */
async function visit(browser: Browser, url: string, { path, aim, state }: Visit): Promise<Row> {
  const context = await browser.newContext(state ? { storageState: state } : {})
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  await page.addInitScript(watchForm)
  const sentMs = new Map<string, number>()
  const loaded: Loaded[] = []
  network.on('Network.requestWillBeSent', event => sentMs.set(event.requestId, event.wallTime * 1000))
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) => {
    loaded.push({ bytes, sentMs: sentMs.get(requestId) ?? 0 })
  })
  const startedAt = performance.now()
  await page.goto(`${url}${path}`, { waitUntil: 'networkidle' })
  // On a slow machine the network is also idle while scripts run.
  if (state) await page.locator('tr.kit-row a').first().waitFor()
  await rest(page)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const formAtMs = await page.evaluate<number | null>('globalThis.formAtMs ?? null')
  await context.close()
  const ahead =
    state || formAtMs === null ? '' : `; ${sumOf(loaded.filter(each => each.sentMs < formAtMs))} before the form`
  const name = `First visit of ${path}, API calls included`
  return figureRow(name, `${sumOf(loaded)}${ahead}`, aim, `quiet after ${seconds} s`)
}

/** CPU slowdown factor that approximates a small current laptop. */
const slowdown = 4
/** The largest page size of a list. */
const list = '/admin/player?size=1000'

/** Runs in the page: records event durations and layout shifts. */
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
/** Runs in the page: event timings are reported some frames after the paint. */
const waitForEventTimings = 'new Promise(done => requestAnimationFrame(() => setTimeout(() => done(answersMs), 500)))'

/**
 * Slowest response of the page to each kind of key and click in a list, and layout shift while the list loads. Needs a
 * signed-in page.
 */
async function workRows(page: Page, url: string): Promise<Row[]> {
  await page.addInitScript(watchWork)
  await page.goto(`${url}${list}`, { waitUntil: 'networkidle' })
  await page.locator('tr.kit-row a').first().waitFor()
  // Row count including virtual rows and the heading.
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

async function workInList(page: Page): Promise<ReadonlyMap<string, number>> {
  const slowest = new Map<string, number>()
  const take = async (name: string, act: () => Promise<void>) => {
    await page.evaluate('answersMs.length = 0')
    await act()
    slowest.set(name, Math.max(0, ...(await page.evaluate<number[]>(waitForEventTimings))))
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

export const openChromium = async (): Promise<Browser> =>
  chromium.launch({ executablePath: await findChromium(), args: chromiumFlags })
