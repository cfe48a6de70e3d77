import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type * as dom from '@testing-library/dom'
import { expect, vi } from 'vitest'
import type { Driver } from './driver'

/** Only a failing test waits this long. */
const patience = { timeout: 120_000, interval: 100 }
const library = createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js')

/** A visible element by its role and name, a field by its label, or by a text or title. A name is exact or a pattern. */
export type Target = { role: string; name: string | RegExp } | { label: string } | { text: string } | { title: string }

/** An element of the page, with the middle of what is visible of it. */
type Found = { x: number; y: number; isClickable: boolean; text: string; value: string }
type Tested = Window & { TestingLibraryDom?: typeof dom; faults?: string[] }

export type Screen = Awaited<ReturnType<typeof openScreen>>

/** The screen of an operator, who finds things by what they are called and uses a mouse and a keyboard. */
export async function openScreen(driver: Driver) {
  const script = await readFile(library, 'utf8')
  const ended: string[] = []

  async function run<Args extends unknown[], Result>(work: (...args: Args) => Result, ...args: Args): Promise<Result> {
    const list = args.map(arg => JSON.stringify(arg)).join()
    return JSON.parse(await driver.evaluate(`JSON.stringify([(${work})(${list})])`))[0]
  }

  /** Each page load needs the library again. */
  async function prepare(): Promise<void> {
    await driver.evaluate(`(() => { ${script}\n; return '' })()`)
    await run(() => {
      const faults: string[] = []
      ;(window as Tested).faults = faults
      addEventListener('error', event => faults.push(event.message))
      addEventListener('unhandledrejection', event => faults.push(String(event.reason)))
      addEventListener('securitypolicyviolation', event =>
        faults.push(`${event.violatedDirective} ${event.blockedURI}`),
      )
    })
  }

  async function find(target: Target): Promise<Found | null> {
    const name = 'name' in target && target.name instanceof RegExp ? { pattern: target.name.source } : undefined
    const sought = { ...target, ...(name && { name }) } as Sought
    const found = await run(findInPage, sought)
    if (found !== 'unprepared') return found
    await prepare()
    return find(target)
  }

  const waitFor = (target: Target) =>
    vi.waitFor(async () => {
      const found = await find(target)
      if (found) return found
      throw new Error(
        `${describeTarget(target)} is missing. The page shows:\n${await run(() => document.body.innerText)}`,
      )
    }, patience)

  async function click(target: Target): Promise<void> {
    let last: Found | undefined
    const { x, y } = await vi.waitFor(async () => {
      const before = last
      last = await waitFor(target)
      const isStill = before && before.x === last.x && before.y === last.y
      if (!isStill || !last.isClickable) throw new Error(`${describeTarget(target)} moves, or something covers it`)
      return last
    }, patience)
    const actions = [
      { type: 'pointerMove', x, y },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await driver.perform([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }])
  }

  const faultsOfPage = async () => (await run(() => (window as Tested).faults)) ?? []

  return {
    click,
    waitFor,
    async goTo(address: string): Promise<void> {
      ended.push(...(await faultsOfPage()))
      await driver.goTo(address)
    },
    /** Replaces the text of a field. */
    async fill(label: string, text: string): Promise<void> {
      await click({ label })
      const [control, all] = ['\uE009', 'a']
      const keys = [...text].flatMap(value => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      const select = [
        { type: 'keyDown', value: control },
        { type: 'keyDown', value: all },
        { type: 'keyUp', value: all },
        { type: 'keyUp', value: control },
      ]
      await driver.perform([{ type: 'key', id: 'keyboard', actions: [...select, ...keys] }])
      await expect.poll(async () => (await waitFor({ label })).value).toBe(text)
    },
    /** Clicks, and waits for the file that this saves. */
    async save(target: Target): Promise<{ name: string; bytes: Buffer }> {
      const before = await readdir(driver.downloads)
      await click(target)
      return vi.waitFor(async () => {
        const added = (await readdir(driver.downloads)).filter(name => !before.includes(name))
        const [name] = added
        const bytes = name && (await readFile(join(driver.downloads, name)))
        // Firefox writes into a second file, `.part`, that replaces the empty first one.
        if (!name || !bytes || added.length > 1 || name.endsWith('.part') || bytes.length === 0)
          throw new Error(`saved: ${added.join() || 'nothing'}`)
        return { name, bytes }
      }, patience)
    },
    /** Errors and rejected requests of all pages since their first use. */
    faults: async () => [...ended, ...(await faultsOfPage())],
    /** Waits until nothing is loading. */
    waitUntilSettled: () =>
      vi.waitFor(async () => {
        const isLoading = () => document.querySelector('[aria-busy="true"], .ant-skeleton, .ant-spin-spinning') !== null
        if (await run(isLoading)) throw new Error('the page is still loading')
      }, patience),
    /** Pixels of the page that a reader can only reach by scrolling sideways. */
    excessWidth: () => run(() => document.documentElement.scrollWidth - innerWidth),
  }
}

const describeTarget = (target: Target) => ('role' in target ? `${target.role} ${target.name}` : JSON.stringify(target))

/** A target as JSON. */
type Sought = { role?: string; name?: string | { pattern: string }; label?: string; text?: string; title?: string }

/** Runs in the page. */
function findInPage({ role, name = '', label, text, title = '' }: Sought): Found | null | 'unprepared' {
  const { TestingLibraryDom } = window as Tested
  if (!TestingLibraryDom) return 'unprepared'
  const { queryAllByRole, queryAllByLabelText, queryAllByText, queryAllByTitle } = TestingLibraryDom
  const all = role
    ? // Hidden elements are found by their width: computing each style would take seconds.
      queryAllByRole(document.body, role, {
        name: typeof name === 'string' ? name : new RegExp(name.pattern),
        hidden: true,
      })
    : label
      ? queryAllByLabelText(document.body, label, { selector: 'input' })
      : text
        ? queryAllByText(document.body, text)
        : queryAllByTitle(document.body, title)
  const visible = all.filter(each => each.getBoundingClientRect().width > 0)
  // A dialog covers what is behind it.
  const element = visible.find(each => each.closest('[role="dialog"]')) ?? visible[0]
  if (!element) return null
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const [x, y] = [Math.round((left + right) / 2), Math.round((top + bottom) / 2)]
  const hit = document.elementFromPoint(x, y)
  return {
    x,
    y,
    isClickable: hit !== null && (element.contains(hit) || hit.closest('label')?.contains(element) === true),
    text: element.textContent ?? '',
    value: (element as HTMLInputElement).value ?? '',
  }
}
