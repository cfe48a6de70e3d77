import type { BrowserContext, Page, Request } from 'playwright'
import { expect, it } from 'vitest'
import { field } from '../support/accounts-screen'
import { visit } from '../support/browser/browser'
import { api, url } from '../support/suite'
import { createTree } from '../support/visitor-as'

const tree = createTree()

type Place = { path: () => string; typed?: readonly [label: string, value: string] }
const playerId = () => tree.branch.player._id
const places: readonly Place[] = [
  { path: () => 'player' },
  { path: () => `player/credittransfer/${playerId()}`, typed: ['Amount to Transfer', '12.50'] },
  { path: () => 'player/create', typed: ['First Name', 'Asha'] },
  { path: () => `player/players/details/${playerId()}` },
  { path: () => 'dashboard' },
  { path: () => 'transactionreport' },
]

/** A page with a clock to skip its timers. Its requests for the files in `lost` fail. */
async function openPage(context: BrowserContext) {
  const page = await context.newPage()
  await page.clock.install()
  const files = { lost: new Set<string>(), failed: new Set<string>(), loaded: new Set<string>() }
  const pending = new Set<Request>()
  let lastRequestAt = 0
  page.on('request', request => {
    lastRequestAt = Date.now()
    pending.add(request)
  })
  const note = (names: Set<string>) => (request: Request) => {
    pending.delete(request)
    if (['script', 'stylesheet'].includes(request.resourceType())) names.add(fileOf(request))
  }
  page.on('requestfailed', note(files.failed))
  page.on('requestfinished', note(files.loaded))
  const isQuiet = () => pending.size === 0 && Date.now() - lastRequestAt > 300
  return { page, files, becomesQuiet: () => expect.poll(isQuiet).toBe(true) }
}
type Opened = Awaited<ReturnType<typeof openPage>>

const fileOf = (request: Request) => new URL(request.url()).pathname
const has = (names: Set<string>, wanted: Iterable<string>) => [...wanted].every(name => names.has(name))

async function fillIn(page: Page, { typed }: Place) {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  if (typed) await field(page, typed[0]).fill(typed[1])
  else await page.getByRole('main').getByRole('table').or(page.locator('.kit-card')).first().waitFor()
}

/** Loads what timers start, and what a user opens. */
async function openEverything(page: Page) {
  await page.clock.fastForward(11_000)
  await page.keyboard.press('Control+k')
  await page.clock.fastForward(500)
  await page.keyboard.press('Escape')
  for (const name of ['Columns', 'Filters', 'As of a past moment']) {
    const button = page.getByRole('main').getByRole('button', { name, exact: true }).first()
    if (!(await button.isVisible())) continue
    await button.click()
    await page.clock.fastForward(500)
    await page.keyboard.press('Escape')
  }
}

/** What is wrong with the page: the frame or the typed text is gone. */
async function faultsOf(page: Page, { path, typed }: Place, when: string): Promise<string[]> {
  const isThere = await page.locator('.shell-layout').getByRole('heading', { level: 1 }).first().isVisible()
  const value = typed && isThere ? await field(page, typed[0]).inputValue({ timeout: 1_000 }).catch(() => 'nothing') : typed?.[1]
  if (isThere && value === typed?.[1]) return []
  return [`${path()} ${when}: ${isThere ? `shows ${value}` : (await page.locator('body').innerText()).slice(0, 200)}`]
}

async function loseFiles(context: BrowserContext, place: Place, names: readonly string[], isEarly: boolean) {
  const { page, files, becomesQuiet } = await openPage(context)
  const faults: string[] = []
  files.lost = new Set(names)
  await page.route(/\/static\//, route => (files.lost.has(fileOf(route.request())) ? route.abort() : route.fallback()))
  await page.goto(`${url}/admin/${place.path()}`, { waitUntil: 'commit' })
  if (!isEarly) {
    await fillIn(page, place)
    await openEverything(page)
  }
  await expect.poll(() => names.some(name => files.failed.has(name))).toBe(true)
  await becomesQuiet()
  if (!isEarly) faults.push(...(await faultsOf(page, place, `without ${names}`)))
  files.lost.clear()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  if (isEarly) await fillIn(page, place)
  else await openEverything(page)
  await expect.poll(() => names.filter(name => !files.loaded.has(name))).toEqual([])
  await becomesQuiet()
  faults.push(...(await faultsOf(page, place, `after ${names}`)))
  await page.close()
  return faults
}

const browsersMax = 3
/** Runs tasks in a few browser profiles: all pages of a profile share their clock and line. */
async function inBrowsers<T>(tasks: readonly ((context: BrowserContext) => Promise<T>)[]): Promise<T[]> {
  const session = await api.login(tree.branch.admin.username)
  const results: T[] = []
  const left = [...tasks]
  const work = async () => {
    const { page } = await visit({ session })
    for (let task = left.shift(); task; task = left.shift()) results.push(await task(page.context()))
  }
  await Promise.all(Array.from({ length: browsersMax }, work))
  return results
}

/** Files of a place, by whether they come with the page or later. */
async function listFiles(context: BrowserContext, place: Place) {
  const { page, files, becomesQuiet } = await openPage(context)
  await page.goto(`${url}/admin/${place.path()}`)
  await fillIn(page, place)
  await becomesQuiet()
  const early = new Set(files.loaded)
  await openEverything(page)
  await becomesQuiet()
  await page.close()
  return { place, early, late: new Set([...files.loaded].filter(name => !early.has(name))) }
}

it('a page and what is typed into it survive the loss of each file that it loads, and the file is loaded again', async () => {
  const t0 = Date.now()
  const listed = await inBrowsers(places.map(place => context => listFiles(context, place)))
  console.log('listed', Date.now() - t0)
  const tasks: ((context: BrowserContext) => Promise<string[]>)[] = []
  const done = new Set<string>()
  for (const { place, early, late } of listed) {
    // Without the first script there is no page.
    for (const name of early) {
      if (done.has(name) || name.startsWith('/static/main.')) continue
      done.add(name)
      tasks.push(context => time(name, () => loseFiles(context, place, [name], true)))
    }
  }
  for (const { place, late } of listed)
    for (const name of late) {
      if (done.has(name)) continue
      done.add(name)
      tasks.push(context => time(name, () => loseFiles(context, place, [name], false)))
    }
  console.log('tasks', tasks.length, listed.map(l => [l.place.path(), l.early.size, l.late.size].join(' ')))
  expect((await inBrowsers(tasks)).flat()).toEqual([])
  console.log('all', Date.now() - t0)
}, 580_000)

async function time<T>(name: string, run: () => Promise<T>) {
  const t = Date.now()
  try { const r = await run(); console.log(name, Date.now() - t, JSON.stringify(r)); return r } catch (e) { console.log(name, 'FAILED', Date.now() - t, String(e).slice(0, 600)); return [String(e)] as never }
}
