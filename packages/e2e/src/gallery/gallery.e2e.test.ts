import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Browser } from 'playwright'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchChromium } from '../support/browser/launch-chromium'
import { repository } from '../support/tree-copy'

const kit = join(repository, 'packages/ui-kit')
const pictures = fileURLToPath(new URL('pictures/', import.meta.url))
/** `CASCADE_ACCEPT=1` takes what is seen now for what should be. */
const accepts = process.env.CASCADE_ACCEPT === '1'
/** A fourth of each side: what another machine smooths otherwise is gone, a colour, a size or a place is not. */
const shrink = 4
/** Of 255, in one of the three colours. */
const seenFrom = 24
const mostSeen = 0.004

let browser: Browser

beforeAll(async () => {
  await promisify(execFile)(join(repository, 'node_modules/.bin/rspack'), ['build'], { cwd: kit })
  browser = await launchChromium('--font-render-hinting=none')
})
afterAll(() => browser?.close())

const origin = 'http://gallery.test'

/** The whole gallery as it is seen. */
async function pictureOf(scheme: string, width: number): Promise<Buffer> {
  const viewport = { width, height: 900 }
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', timezoneId: 'UTC', locale: 'en-US' })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', error => faults.push(error.message))
  await page.route(`${origin}/**`, route => {
    const { pathname } = new URL(route.request().url())
    return route.fulfill({ path: join(kit, 'dist', pathname === '/' ? 'index.html' : pathname) })
  })
  await page.goto(`${origin}/?scheme=${scheme}`)
  await page.addStyleTag({
    content: '*, *::before, *::after { animation: none !important; transition: none !important }',
  })
  await page.locator('[data-entry=DataTable]').getByText('asha').first().waitFor()
  await page.locator('[data-entry=DataTable]').getByRole('button', { name: 'Retry' }).waitFor({ timeout: 60_000 })
  await page.evaluate(() => document.fonts.ready)
  const picture = await page.screenshot({ fullPage: true })
  await context.close()
  // The one component that breaks on purpose is caught by its boundary.
  expect(faults).toEqual([])
  return sharp(picture)
    .resize(Math.round(width / shrink))
    .removeAlpha()
    .png({ palette: true })
    .toBuffer()
}

/** The share of pixels that are seen to differ; 1 where the sizes do. */
async function difference(picture: Buffer, reference: Buffer): Promise<number> {
  const [a, b] = await Promise.all(
    [picture, reference].map(each => sharp(each).removeAlpha().raw().toBuffer({ resolveWithObject: true })),
  )
  if (!a || !b || Math.abs(a.info.height - b.info.height) > b.info.height / 100) return 1
  const pixels = Math.min(a.data.length, b.data.length) / 3
  let seen = 0
  for (let at = 0; at < pixels * 3; at += 3)
    if ([0, 1, 2].some(colour => Math.abs((a.data[at + colour] ?? 0) - (b.data[at + colour] ?? 0)) > seenFrom)) seen++
  return seen / pixels
}

it.each([
  ['light', 1440],
  ['light', 390],
  ['dark', 1440],
  ['dark', 390],
])('the kit looks as it did: %s at %i px', async (scheme, width) => {
  const name = `${scheme}-${width}.png`
  const picture = await pictureOf(scheme, width)
  if (accepts || !existsSync(pictures + name)) return writeFile(pictures + name, picture)
  const seen = await difference(picture, await readFile(pictures + name))
  const now = join(tmpdir(), `cascade-gallery-${name}`)
  if (seen > mostSeen) await writeFile(now, picture)
  expect(seen, `${now} against ${pictures}${name}; CASCADE_ACCEPT=1 takes it over`).toBeLessThanOrEqual(mostSeen)
})
