import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { isSettled } from '../support/browser/settled'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules that axe leaves out unless they are asked for, and whose faults are serious or critical. */
const moreRules = ['css-orientation-lock', 'p-as-heading', 'table-fake-caption', 'target-size', 'td-has-header']

const asked = JSON.stringify({
  resultTypes: ['violations'],
  rules: Object.fromEntries(moreRules.map(id => [id, { enabled: true }])),
})

/** Serious and critical faults of what the page shows by every rule up to level AA, each with the places where it stands. */
export async function axeFaults(page: Page): Promise<string[]> {
  await expect.poll(() => isSettled(page)).toBe(true)
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  const { violations } = (await page.evaluate(`axe.run(${asked})`)) as AxeResults
  const bad = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return bad.map(({ id, nodes }) => {
    const places = nodes.map(node => node.target.join(' ')).slice(0, 5)
    return `${id}: ${places.join(' | ')}`
  })
}
