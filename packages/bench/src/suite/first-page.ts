import type { Suite } from '@cascade/dev-stack'
import type { Browser } from 'playwright'
import { figureRow, type Row } from '../table'
import { openChromium } from './open-chromium'

/** Bytes on the wire and requests of the first visit, with an empty cache: the landing page, and an admin's area. */
export async function firstPageRows(suite: Suite): Promise<Row[]> {
  const browser = await openChromium()
  try {
    const admin = suite.logins.find(login => login.username === 'admin1')
    if (!admin) throw new Error('The demo tree has no admin1')
    return [
      await visit(browser, suite.url, { path: '/', aim: '<= 297 kB, 8 requests' }),
      await visit(browser, suite.url, { path: '/admin', aim: '<= 468 kB, 14 requests', login: admin }),
    ]
  } finally {
    await browser.close()
  }
}

type Visit = { path: string; aim: string; login?: { username: string; password: string } }

async function visit(browser: Browser, url: string, { path, aim, login }: Visit): Promise<Row> {
  const context = await browser.newContext()
  const page = await context.newPage()
  if (login) {
    await page.goto(url)
    await page.getByLabel('Username').fill(login.username)
    await page.getByLabel('Password').fill(login.password)
    await page.getByRole('button', { name: /log in|login/i }).click()
    await page.waitForURL(/\/dashboard$/)
  }
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.setCacheDisabled', { cacheDisabled: true })
  let bytes = 0
  let requests = 0
  network.on('Network.loadingFinished', event => {
    bytes += event.encodedDataLength
    requests++
  })
  const startedAt = performance.now()
  await page.goto(`${url}${path}`, { waitUntil: 'networkidle' })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  await context.close()
  const figure = `${Math.round(bytes / 1000)} kB, ${requests} requests`
  return figureRow(`First visit of ${path}, API calls included`, figure, aim, `quiet after ${seconds} s`)
}
