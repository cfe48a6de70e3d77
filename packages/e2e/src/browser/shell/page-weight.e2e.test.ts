import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { visit } from '../../support/browser/browser'
import { api, newSuperadmin, url } from '../../support/suite'
import { createBranch } from '../../support/world'

/** Counts the transferred bytes and requests of a page with an empty cache, API calls included. */
async function watchWire(page: Page) {
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.setCacheDisabled', { cacheDisabled: true })
  const loadedBytes: number[] = []
  network.on('Network.loadingFinished', ({ encodedDataLength }) => loadedBytes.push(encodedDataLength))
  return () => ({ kB: loadedBytes.reduce((sum, bytes) => sum + bytes, 0) / 1000, requests: loadedBytes.length })
}

/** On a busy machine idle prefetching would begin before the page is complete. */
const saveData = (page: Page) =>
  page.addInitScript("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")

describe('the login page', () => {
  it('needs at most 100 kB in 5 requests and prefetches nothing in data saver mode', async () => {
    const { page } = await visit()
    await saveData(page)
    const wire = await watchWire(page)
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.getByLabel('Password').waitFor()
    // The shared style sheet is part of the measured load.
    expect(await page.evaluate('getComputedStyle(document.body).margin')).toBe('0px')
    expect(wire()).toSatisfy(({ kB, requests }) => kB <= 100 && requests <= 5, JSON.stringify(wire()))
  })
})

describe('the first list of a visit', () => {
  it('takes at most 420 kB in 14 requests', async () => {
    const { master } = await createBranch(api, await newSuperadmin())
    const { page } = await visit({ session: await api.login(master.username) })
    await saveData(page)
    const wire = await watchWire(page)
    await page.goto(`${url}/master/player`, { waitUntil: 'networkidle' })
    await page.locator('tr.kit-row a').first().waitFor()
    expect(wire()).toSatisfy(({ kB, requests }) => kB <= 420 && requests <= 14, JSON.stringify(wire()))
  })
})
