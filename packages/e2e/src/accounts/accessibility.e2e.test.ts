import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { findRow, heading, rowButton } from '../support/accounts-screen'
import { apiAt } from '../support/api'
import { launchBrowser, signIn, type Visit, visit } from '../support/browser'
import { type Branch, createBranch } from '../support/world'

const url = inject('suiteUrl')
const api = apiAt(url)
let browser: Browser
let branch: Branch
let axe: string

beforeAll(async () => {
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  browser = await launchBrowser()
  branch = await createBranch(api, await api.login('superadmin'))
})
afterAll(() => browser?.close())

/** Serious and critical faults, each with the places where it stands. */
async function faultsOf(page: Page): Promise<string[]> {
  // Movements blend colours; what counts is what stands at their end.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.waitForLoadState('networkidle')
  await page.evaluate(axe)
  const { violations } = (await page.evaluate('axe.run({ resultTypes: ["violations"] })')) as AxeResults
  const bad = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return bad.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(node => node.target.join(' '))
        .slice(0, 5)
        .join(' | ')}`,
  )
}

it('the login has no serious fault', async () => {
  const { page, close } = await visit(browser)
  await page.goto(`${url}/auth/login`)
  await page.getByRole('button', { name: 'Log In', exact: true }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await close()
})

describe.each(['light', 'dark'] as const)('in the %s look', scheme => {
  let visitor: Visit
  beforeAll(async () => {
    visitor = await visit(browser)
    await visitor.page.emulateMedia({ colorScheme: scheme })
    await signIn(visitor.page, url, branch.admin.username)
  })
  afterAll(() => visitor?.close())

  const screens: [name: string, path: () => string, title: () => string | RegExp][] = [
    ['the dashboard', () => 'dashboard', () => /^Welcome/],
    ['a list', () => 'player', () => 'Player'],
    ['a form', () => 'master/create', () => 'Add Master'],
    ['an edit', () => `master/edit/${branch.master._id}`, () => 'Edit Master'],
    ['a credit form', () => `master/creditadjust/${branch.master._id}`, () => 'Master Credit Adjust'],
    ['the details', () => `master/players/details/${branch.master._id}`, () => branch.master.username],
    ['the profile', () => 'profile', () => 'Profile'],
  ]
  it.each(screens)('%s has no serious fault', async (_name, path, title) => {
    const { page } = visitor
    await page.goto(`${url}/admin/${path()}`)
    await page.getByRole('heading', { level: 1, name: title(), exact: true }).waitFor()
    expect(await faultsOf(page)).toEqual([])
  })

  it('a confirm dialog has no serious fault and gives the focus back', async () => {
    const { page } = visitor
    await page.goto(`${url}/admin/player`)
    await heading(page, 'Player').waitFor()
    const button = rowButton(await findRow(page, branch.player.username), 'Delete', branch.player.username)
    await button.click()
    await page.getByRole('dialog', { name: 'Delete Confirmation' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await expect.poll(() => button.evaluate(element => element === document.activeElement)).toBe(true)
  })
})
