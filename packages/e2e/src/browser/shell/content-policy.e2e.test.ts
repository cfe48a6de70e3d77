import { describe, expect, it } from 'vitest'
import { openVisit, visit } from '../../support/browser/browser'
import { newSuperadmin, url } from '../../support/suite'

type TrustedTypes = { createPolicy(name: string, rules: object): unknown }

describe('the content policy', () => {
  it('stops HTML and code from strings, and scripts of other origins', async () => {
    const { page, faults, leave } = await openVisit({ session: await newSuperadmin() })
    await page.goto(`${url}/superadmin/admin`)
    await page.getByRole('heading', { level: 1, name: 'Admin', exact: true }).waitFor()
    expect(faults).toEqual([])
    const outcomes = await page.evaluate(() => {
      const write = (insert: () => unknown) => {
        try {
          insert()
          return 'done'
        } catch (error) {
          return (error as Error).name
        }
      }
      const script = document.createElement('script')
      return {
        html: write(() => (document.body.innerHTML = '<b>x</b>')),
        style: write(() => (document.createElement('style').innerHTML = 'b{color:red}')),
        foreign: write(() => (script.src = 'https://evil.example/a.js')),
        text: write(() => (script.text = 'alert(1)')),
        policy: write(() =>
          (globalThis as unknown as { trustedTypes: TrustedTypes }).trustedTypes.createPolicy('other', {}),
        ),
      }
    })
    expect(outcomes).toEqual({
      html: 'TypeError',
      style: 'done',
      foreign: 'TypeError',
      text: 'TypeError',
      policy: 'TypeError',
    })
    expect(faults.length).toBeGreaterThan(0)
    await leave()
  })

  it('lets the API reference and the manual work', async () => {
    const { page, faults } = await visit()
    await page.goto(`${url}/docs`)
    await page.getByRole('heading', { name: 'Live draws over a socket' }).waitFor()
    await page.goto(`${url}/docs/manual`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    expect(faults).toEqual([])
  })
})
