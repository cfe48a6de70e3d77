import type { BrowserContext, Page, Request } from 'playwright'
import { describe, expect, it } from 'vitest'
import { field } from '../../support/accounts-screen'
import { openVisit, visit } from '../../support/browser/browser'
import { api, url } from '../../support/suite'
import { createTree } from '../../support/visitor-as'

const tree = createTree()
const playerId = () => tree.branch.player._id

type Place = { path: () => string; typed?: readonly [label: string, value: string]; opens?: readonly string[] }
const places: readonly Place[] = [
  { path: () => `player/credittransfer/${playerId()}`, typed: ['Amount to Transfer', '12.50'] },
  { path: () => 'player/create', typed: ['First Name', 'Asha'] },
  { path: () => 'player', opens: ['Columns', 'Filters', 'As of a past moment'] },
  { path: () => `player/players/details/${playerId()}` },
  { path: () => 'dashboard' },
  { path: () => 'transactionreport' },
]

/** The scripts and style sheets of a page; requests for those in `lost` fail. */
async function watchFiles(page: Page) {
  const files = { lost: new Set<string>(), failed: new Set<string>(), loaded: new Set<string>() }
  const pending = new Set<Request>()
  const finish = (names: Set<string>) => (request: Request) => {
    pending.delete(request)
    if (['script', 'stylesheet'].includes(request.resourceType())) names.add(fileOf(request))
  }
  page.on('request', request => pending.add(request))
  page.on('requestfailed', finish(files.failed))
  page.on('requestfinished', finish(files.loaded))
  await page.route(/\/static\//, route => (files.lost.has(fileOf(route.request())) ? route.abort() : route.fallback()))
  return { ...files, rest: () => expect.poll(() => pending.size).toBe(0) }
}

const fileOf = (request: Request) => new URL(request.url()).pathname

/** `commit`: its files are still on their way. */
async function open(page: Page, { path }: Place, waitUntil: 'commit' | 'load' = 'load') {
  await page.clock.install()
  await page.goto(`${url}/admin/${path()}`, { waitUntil })
}

async function fillIn(page: Page, { typed }: Place) {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  if (typed) await field(page, typed[0]).fill(typed[1])
}

/** Past every timer that loads something. */
const skipTimers = (page: Page) => page.clock.fastForward(11_000)

/** Opens and closes it; it closes by itself when it cannot be loaded. */
async function openPalette(page: Page) {
  const dialog = page.locator('dialog[open]')
  const isDone = async () => (await dialog.count()) === 0 || (await dialog.getByRole('combobox').isVisible())
  await page.keyboard.press('Control+k')
  await expect.poll(isDone).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

/** Loads what a user opens. */
async function openParts(page: Page, { opens = [] }: Place) {
  await openPalette(page)
  for (const name of opens) {
    await page.getByRole('main').getByRole('button', { name, exact: true }).click()
    await page.keyboard.press('Escape')
  }
}

/** The frame of the page, its title and what was typed are still there. */
async function expectWhole(page: Page, { path, typed }: Place, when: string) {
  const title = page.locator('.shell-layout').getByRole('heading', { level: 1 }).first()
  expect(await title.isVisible(), `${path()} ${when} has its title`).toBe(true)
  if (typed) expect(await field(page, typed[0]).inputValue(), `${path()} ${when}`).toBe(typed[1])
}

const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('online')))

/** Runs each task on a new page of one of a few browser profiles: the pages of a profile share their clock. */
async function inBrowsers<T>(tasks: readonly ((page: Page) => Promise<T>)[]): Promise<T[]> {
  const session = await api.login(tree.branch.admin.username)
  const results: T[] = []
  const left = [...tasks]
  const work = async () => {
    const { page: first, leave } = await openVisit({ session })
    try {
      for (let task = left.shift(); task; task = left.shift()) {
        const page = await first.context().newPage()
        results.push(await task(page))
        await page.close()
      }
    } finally {
      await leave()
    }
  }
  await Promise.all(Array.from({ length: 3 }, work))
  return results
}

async function listFiles(page: Page, place: Place) {
  const files = await watchFiles(page)
  await open(page, place)
  await fillIn(page, place)
  const early = [...files.loaded]
  await skipTimers(page)
  await openParts(page, place)
  await files.rest()
  return { place, early, late: [...files.loaded].filter(name => !early.includes(name)) }
}

/** The page comes without one of its files, and heals. */
async function loseEarlyFile(page: Page, place: Place, name: string) {
  const files = await watchFiles(page)
  files.lost.add(name)
  await open(page, place, 'commit')
  await expect.poll(() => files.failed.has(name)).toBe(true)
  files.lost.clear()
  await comeBack(page)
  await fillIn(page, place)
  await expectWhole(page, place, `that came without ${name}`)
}

/** The page is there, and what loads later fails. */
async function loseLateFiles(page: Page, place: Place, names: readonly string[]) {
  const files = await watchFiles(page)
  for (const name of names) files.lost.add(name)
  await open(page, place)
  await fillIn(page, place)
  await skipTimers(page)
  await openParts(page, place)
  await expect.poll(() => names.some(name => files.failed.has(name))).toBe(true)
  await files.rest()
  await expectWhole(page, place, `without ${names}`)
  files.lost.clear()
  await comeBack(page)
  await openParts(page, place)
  await expect.poll(() => names.filter(name => !files.loaded.has(name))).toEqual([])
  await files.rest()
  await expectWhole(page, place, `after ${names}`)
}

/** Files that are lost at the same time; script and style of one part, neighbours in order, are lost one by one. */
const togetherMax = 4
function groupsOf(names: readonly string[]): string[][] {
  const groups = Array.from({ length: Math.ceil(names.length / togetherMax) }, (): string[] => [])
  for (const [index, name] of names.toSorted().entries()) groups[index % groups.length]?.push(name)
  return groups
}

/** A part of the files takes minutes on a busy machine. */
const patience = 300_000

describe('a page that loses any of its files', () => {
  const testedFiles = new Set<string>()
  let lists: ReturnType<typeof listAll> | undefined
  const listAll = () => inBrowsers(places.map(place => (page: Page) => listFiles(page, place)))
  /** Read by the first test. */
  const readLists = () => (lists ??= listAll())

  /** Each file on one page, and never the first script: without it there is no page. */
  const take = (names: readonly string[]) => {
    const left = names.filter(name => !testedFiles.has(name) && !name.startsWith('/static/main.'))
    for (const name of left) testedFiles.add(name)
    return left
  }

  it(
    'comes without it, and is complete once online again',
    async () => {
      await inBrowsers(
        (await readLists()).flatMap(({ place, early }) =>
          take(early).map(name => (page: Page) => loseEarlyFile(page, place, name)),
        ),
      )
    },
    patience,
  )

  it(
    'keeps what was typed, and loads the file once online again',
    async () => {
      const late = (await readLists()).flatMap(({ place, late }) =>
        groupsOf(take(late)).map(names => (page: Page) => loseLateFiles(page, place, names)),
      )
      expect(testedFiles.size).toBeGreaterThan(30)
      await inBrowsers(late)
    },
    patience,
  )
})

describe('a page', () => {
  it(
    'survives going offline, on the first visit and later, and is complete once online again',
    async () => {
      const { page: first } = await visit({ session: await api.login(tree.branch.admin.username) })
      const context: BrowserContext = first.context()
      const network = await context.newCDPSession(first)
      await network.send('Network.clearBrowserCache')
      for (const when of ['first visit', 'later']) {
        const pages = await Promise.all(places.map(async place => ({ place, page: await context.newPage() })))
        await Promise.all(pages.map(({ place, page }) => open(page, place)))
        for (const { place, page } of pages) await fillIn(page, place)
        await context.setOffline(true)
        await skipTimers(first)
        for (const { place, page } of pages) {
          await openParts(page, place)
          await expectWhole(page, place, `offline, ${when}`)
        }
        await context.setOffline(false)
        for (const { place, page } of pages) {
          await openParts(page, place)
          await page.locator('.shell-bell').waitFor()
          await expectWhole(page, place, `online again, ${when}`)
          await page.close()
        }
      }
    },
    patience,
  )
})
