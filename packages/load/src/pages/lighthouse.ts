import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromiumFlags, findChromium, freePort, type Login, type Suite } from '@cascade/dev'
import { chromium as playwright } from 'playwright'
import { figureRow, type Row } from '../measure'

/** Fetched on demand: it has more dependencies than the rest of bench. Newer versions need a newer Node.js. */
const program = 'lighthouse@12.8.2'
const categories = ['performance', 'accessibility', 'best-practices']
const minutes = 60_000

export async function lighthouseRows(suite: Suite): Promise<Row[]> {
  const admin = suite.logins.find(({ username }) => username === 'admin1')
  if (!admin) throw new Error('The demo tree has no admin1')
  const chromium = await startChromium()
  try {
    const rows = [await marks(`${suite.url}/`, chromium.port)]
    const live = await signIn(suite.url, admin, chromium.port)
    rows.push(await marks(`${suite.url}/admin/player`, chromium.port))
    rows.push(await marks(live, chromium.port))
    return rows
  } finally {
    await chromium.stop()
  }
}

/** Without Playwright: in its Chromium, Lighthouse misses the start of navigations. */
async function startChromium() {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-lighthouse-'))
  const port = await freePort()
  const own = ['--headless=new', `--user-data-dir=${folder}`, `--remote-debugging-port=${port}`]
  const child = spawn(await findChromium(), [...chromiumFlags, ...own], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  return {
    port,
    async stop() {
      child.kill()
      await ended
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/** Signs in the browser. @returns the URL of a live screen of this admin */
async function signIn(url: string, login: Login, port: number): Promise<string> {
  const browser = await playwright.connectOverCDP(`http://127.0.0.1:${port}`)
  try {
    const page = await browser.contexts()[0]?.newPage()
    if (!page) throw new Error('Chromium has no profile')
    await page.goto(url)
    await page.getByLabel('Username').fill(login.username)
    await page.getByLabel('Password').fill(login.password)
    await page.getByRole('button', { name: /log in|login/i }).click()
    await page.waitForURL(/\/dashboard$/)
    await page.goto(`${url}/admin/game`)
    const live = await page.locator(`a[href$="/${login.username}"]`).first().getAttribute('href')
    await page.close()
    return new URL(live ?? '', url).href
  } finally {
    // Closes only the connection; the browser keeps running.
    await browser.close()
  }
}

type Report = {
  categories: Record<string, { score: number | null; auditRefs: readonly { id: string; weight: number }[] }>
  audits: Record<string, { title: string; score: number | null; displayValue?: string }>
}

async function marks(url: string, port: number): Promise<Row> {
  const flags = ['--preset=desktop', '--disable-storage-reset', `--only-categories=${categories}`, '--output=json']
  const args = ['--yes', program, url, `--port=${port}`, '--quiet', ...flags]
  const { stdout } = await promisify(execFile)('npx', args, { timeout: 4 * minutes, maxBuffer: 64 * 1024 * 1024 })
  const report: Report = JSON.parse(stdout)
  const found = categories.map(name => report.categories[name])
  const ours = found.map(category => Math.round((category?.score ?? 0) * 100)).join(', ')
  const faults = found
    .flatMap(
      category => category?.auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => report.audits[id]) ?? [],
    )
    .flatMap(audit =>
      audit?.score !== null && audit && audit.score < 0.9 ? [`${audit.title} ${audit.displayValue ?? ''}`.trim()] : [],
    )
  return figureRow(
    `Lighthouse of ${new URL(url).pathname}: ${categories.join(', ')}`,
    ours,
    '>= 95 each',
    faults.join('; '),
  )
}
