import type { Suite } from '@cascade/dev-stack'
import type { Browser, BrowserContext, Page } from 'playwright'
import { figureRow, type Row } from '../table'
import { workRows } from './first-page-work'
import { openChromium } from './open-chromium'

/** Bytes on the wire and requests of the first visit, with an empty cache: the landing page, and a list of an admin. */
export async function firstPageRows(suite: Suite): Promise<Row[]> {
  const browser = await openChromium()
  try {
    const admin = suite.logins.find(login => login.username === 'admin1')
    if (!admin) throw new Error('The demo tree has no admin1')
    return [
      await visit(browser, suite.url, { path: '/', aim: '<= 130 kB, 6 requests before the form' }),
      ...(await signedIn(browser, suite.url, admin)),
    ]
  } finally {
    await browser.close()
  }
}

type Login = { username: string; password: string }

/** A list that an admin opens in a browser that has nothing yet, and what it is like to work in it. */
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

/** Runs in the page: notes when there is something to type into. */
const watchForm = `
  new MutationObserver((_, watch) => {
    if (!document.querySelector('input')) return
    globalThis.formAtMs = Date.now()
    watch.disconnect()
  }).observe(document, { childList: true, subtree: true })
`

const restMs = 1_500

/** Until no request has been made for a moment. */
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

/** Until nothing moves over the wire any more: what the page fetches ahead counts too, and is told apart. */
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
  // On a slow machine the network also rests while scripts run.
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
