import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { isSettled } from '../support/browser/settled'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Opt-in axe rules with serious or critical impact. */
const moreRules = ['css-orientation-lock', 'p-as-heading', 'table-fake-caption', 'target-size', 'td-has-header']

const options = JSON.stringify({
  resultTypes: ['violations'],
  rules: Object.fromEntries(moreRules.map(id => [id, { enabled: true }])),
})

/** Serious and critical violations of all rules up to WCAG AA, each with its elements. */
export async function axeViolations(page: Page): Promise<string[]> {
  await expect.poll(() => isSettled(page)).toBe(true)
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  const { violations } = (await page.evaluate(`axe.run(${options})`)) as AxeResults
  const bad = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return bad.map(({ id, nodes }) => {
    const elements = nodes.map(node => node.target.join(' ')).slice(0, 5)
    return `${id}: ${elements.join(' | ')}`
  })
}
