import type { Page, Request } from 'playwright'
import { expect, it } from 'vitest'
import { field } from '../support/accounts-screen'
import { visitorAs } from '../support/visitor-as'

const visitor = visitorAs('admin', { fund: 1_000 })

type Place = { path: () => string; title: string; typed?: readonly [label: string, value: string] }

const places: readonly Place[] = [
  { path: () => 'player', title: 'Player' },
  {
    path: () => `player/credittransfer/${visitor.branch.player._id}`,
    title: 'Player Credit Transfer',
    typed: ['Amount to Transfer', '12.50'],
  },
  { path: () => 'player/create', title: 'Create Player', typed: ['First Name', 'Asha'] },
  { path: () => `player/players/details/${visitor.branch.player._id}`, title: '' },
  { path: () => 'dashboard', title: 'Dashboard' },
  { path: () => 'transactionreport', title: 'Transaction Report' },
]

const isChunk = (request: Request) =>
  ['script', 'stylesheet'].includes(request.resourceType()) && /\/static\//.test(request.url())
const nameOf = (request: Request) => new URL(request.url()).pathname

/** Follows the chunks of a page; requests for `lost` fail. */
async function watchChunks(page: Page) {
  const watch = { lost: '', failed: new Set<string>(), loaded: new Set<string>(), pending: new Set<Request>(), at: 0 }
  page.on('request', request => {
    watch.at = Date.now()
    watch.pending.add(request)
  })
  page.on('requestfailed', request => {
    watch.pending.delete(request)
    if (isChunk(request)) watch.failed.add(nameOf(request))
  })
  page.on('requestfinished', request => {
    watch.pending.delete(request)
    if (isChunk(request)) watch.loaded.add(nameOf(request))
  })
  await page.route(/\/static\/[^?]*\.(js|css)/, route =>
    nameOf(route.request()) === watch.lost ? route.abort() : route.fallback(),
  )
  return watch
}
type Watch = Awaited<ReturnType<typeof watchChunks>>

const quiet = (watch: Watch) => expect.poll(() => watch.pending.size === 0 && Date.now() - watch.at > 300).toBe(true)

async function show(page: Page, { path, title, typed }: Place, lost: () => Promise<void> = async () => {}) {
  await page.goto(`${new URL(page.url()).origin}/admin/${path()}`, { waitUntil: 'commit' })
  await lost()
  await page.getByRole('heading', { level: 1, ...(title ? { name: title, exact: true } : {}) }).waitFor()
  if (typed) await field(page, typed[0]).fill(typed[1])
}

/** What loads after the page: by timers, and when its user opens it. */
async function walk(page: Page) {
  await page.clock.fastForward(11_000)
  await page.keyboard.press('Control+k')
  await page.clock.fastForward(300)
  await page.keyboard.press('Escape')
  for (const name of ['Columns', 'Filters', 'As of']) {
    const button = page.getByRole('button', { name, exact: true })
    if ((await button.count()) === 0) continue
    await button.first().click()
    await page.clock.fastForward(300)
    await page.keyboard.press('Escape')
  }
}

const find = async (page: Page, place: Place) => {
  const watch = await watchChunks(page)
  await show(page, place)
  await quiet(watch)
  const early = new Set(watch.loaded)
  await walk(page)
  await quiet(watch)
  return { early, late: [...watch.loaded].filter(name => !early.has(name)) }
}

it('probe', async () => {
  const context = visitor.page.context()
  const open = async () => {
    const page = await context.newPage()
    await page.goto(`${new URL(visitor.user ? (await import('../support/suite')).url : '').origin}/remotes.json`)
    await page.clock.install()
    return page
  }
  const out: unknown[] = []
  const seen = new Set<string>()
  for (const place of places) {
    const t = Date.now()
    const page = await open()
    const { early, late } = await find(page, place)
    out.push({ place: place.path(), ms: Date.now() - t, early: [...early], late })
    await page.close()
    for (const [phase, names] of [['early', [...early]], ['late', late]] as const)
      for (const name of names) {
        if (seen.has(name) || name.includes('/main.')) continue
        seen.add(name)
        const t = Date.now()
        const page = await open()
        const errors: string[] = []
        page.on('pageerror', e => errors.push(String(e).slice(0, 150)))
        const watch = await watchChunks(page)
        watch.lost = name
        const result: Record<string, unknown> = { phase, name, place: place.title }
        try {
          page.setDefaultTimeout(8000)
          if (phase === 'late') {
            await show(page, place)
            await walk(page)
            await expect.poll(() => watch.failed.has(name), { timeout: 8000 }).toBe(true)
          }
          else
          await show(page, place, async () => {
            await expect.poll(() => watch.failed.has(name), { timeout: 8000 }).toBe(true)
            await quiet(watch)
            result.during = (await page.locator('body').innerText()).replace(/\s+/g, ' ').slice(0, 200)
            watch.lost = ''
            await page.evaluate(() => dispatchEvent(new Event('online')))
          })
          await quiet(watch)
          result.root = await page.locator('.shell-public').count()
          if (place.typed) result.value = await field(page, place.typed[0]).inputValue({ timeout: 2000 }).catch(() => 'GONE')
          watch.lost = ''
          await page.evaluate(() => dispatchEvent(new Event('online')))
          await page.clock.fastForward(1000)
          await walk(page)
          await expect.poll(() => watch.loaded.has(name), { timeout: 8000 }).toBe(true)
          await quiet(watch)
          result.root2 = await page.locator('.shell-public').count()
          if (place.typed) result.value2 = await field(page, place.typed[0]).inputValue({ timeout: 2000 }).catch(() => 'GONE')
          result.h1 = await page.locator('h1').first().innerText({timeout: 2000}).catch(() => 'none')
        } catch (error) {
          result.error = String(error).slice(0, 200)
          result.text = (await page.locator('body').innerText()).replace(/\s+/g, ' ').slice(0, 300)
        }
        result.errors = errors
        result.ms = Date.now() - t
        out.push(result)
        ;(await import('node:fs')).writeFileSync(process.env.PROBE ?? '/tmp/probe.json', JSON.stringify(out, null, 1))
        await page.close()
      }
  }
}, 560_000)
