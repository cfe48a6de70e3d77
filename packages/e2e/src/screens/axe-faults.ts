import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Serious and critical faults of what the page shows, each with the places where it stands. */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(axe)
  const { violations } = (await page.evaluate('axe.run({ resultTypes: ["violations"] })')) as AxeResults
  const bad = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return bad.map(({ id, nodes }) => {
    const places = nodes.map(node => node.target.join(' ')).slice(0, 5)
    return `${id}: ${places.join(' | ')}`
  })
}
