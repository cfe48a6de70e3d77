import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { isSettled } from '../../support/browser/settled'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Opt-in axe rules with serious or critical impact. */
const moreRules = ['css-orientation-lock', 'p-as-heading', 'table-fake-caption', 'target-size', 'td-has-header']

const everyRule = {
  resultTypes: ['violations'],
  rules: Object.fromEntries(moreRules.map(id => [id, { enabled: true }])),
}
const onlyColours = { resultTypes: ['violations'], runOnly: ['color-contrast'] }

/** The first rows, cells and hundreds show every form that the later ones have; those out of sight have old colours. */
const repeated = [
  ...['.live-cell:nth-child(n+21)', '.kit-row:nth-child(n+5)'],
  '.live-group[data-look=dense] ~ .live-group[data-look=dense]',
]

/** Expects no serious or critical violation of the rules up to WCAG AA. */
export async function expectAccessible(page: Page, options: object = everyRule): Promise<void> {
  await expect.poll(() => isSettled(page)).toBe(true)
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  const run = `axe.run(${JSON.stringify({ exclude: repeated })}, ${JSON.stringify(options)})`
  const { violations } = (await page.evaluate(run)) as AxeResults
  const bad = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const faults = bad.map(({ id, nodes }) => {
    const elements = nodes.map(node => node.target.join(' ')).slice(0, 5)
    return `${id}: ${elements.join(' | ')}`
  })
  expect(faults).toEqual([])
  expect(await unstyledLinks(page)).toEqual([])
}

/** Links as browsers underline them by default; links within a text set the offset of their line. */
const unstyledLinks = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.kit-app a')]
      .filter(link => {
        const { textDecorationLine, textUnderlineOffset } = getComputedStyle(link)
        return link.checkVisibility() && textDecorationLine === 'underline' && textUnderlineOffset === 'auto'
      })
      .map(link => link.textContent),
  )

/** Only the colours of the other theme are new. */
export async function expectAccessibleInOtherTheme(page: Page): Promise<void> {
  await switchTheme(page)
  await expectAccessible(page, onlyColours)
}

export async function switchTheme(page: Page): Promise<void> {
  const isDark = await page.evaluate(() => document.documentElement.dataset.scheme === 'dark')
  const colorScheme = isDark ? 'light' : 'dark'
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.locator(`html[data-scheme=${colorScheme}]`).waitFor()
}

export const desktop = { width: 1440, height: 900 }
/** A desktop at 200 % zoom. */
export const zoomed = { width: 720, height: 450 }
export const phone = { width: 390, height: 844 }

export async function expectNoOverflow(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

/** Expects an open list to show every column in full, and every word and moment on one line. */
export async function checkColumns(page: Page): Promise<void> {
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.locator('.kit-table[aria-busy=false] .kit-head').waitFor()
    await expect.poll(() => hiddenCells(page)).toEqual([])
    expect(await brokenWords(page)).toEqual([])
  }
}

/** Clipped headings and cells; all of them if the table scrolls horizontally. */
const hiddenCells = (page: Page) =>
  page.evaluate(() => {
    const body = document.querySelector('.kit-body')
    const scrolls = body !== null && body.scrollWidth > body.clientWidth
    const cells = [...document.querySelectorAll('.kit-head th, .kit-row td')]
    return cells.filter(cell => scrolls || cell.scrollWidth > cell.clientWidth).map(cell => cell.textContent)
  })

const brokenWords = (page: Page) =>
  page.evaluate(() => {
    const cells = [...document.querySelectorAll('.kit-row td')]
    const texts = cells.flatMap(cell => {
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      const nodes: Node[] = []
      while (walker.nextNode()) nodes.push(walker.currentNode)
      return nodes
    })
    return texts.flatMap(node =>
      [...(node.textContent ?? '').matchAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d|\S+/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        return lines.size > 1 ? [word] : []
      }),
    )
  })
