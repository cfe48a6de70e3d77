import { describe, expect, it } from 'vitest'
import { axeViolations } from '../screens/axe-violations'
import { visit } from '../support/browser/browser'
import { url } from '../support/suite'
import { createTree, visitorAs } from '../support/visitor-as'

it('the login page has no serious accessibility violations', async () => {
  const { page } = await visit()
  await page.goto(`${url}/auth/login`)
  await page.getByRole('button', { name: 'Log In', exact: true }).waitFor()
  expect(await axeViolations(page)).toEqual([])
})

const tree = createTree()

describe.each([
  ['light', 1440],
  ['dark', 390],
] as const)('account screens in the %s theme at %i px', (colorScheme, width) => {
  const applyTheme = async () => {
    await visitor.page.emulateMedia({ colorScheme })
    await visitor.page.setViewportSize({ width, height: 844 })
  }
  const visitor = visitorAs('admin', { tree, sharesPage: true })
  const master = () => visitor.branch.master
  const screens: [name: string, path: () => string, title: () => string | RegExp][] = [
    ['the dashboard', () => 'dashboard', () => /^Welcome/],
    ['a list', () => 'player', () => 'Player'],
    ['a filtered list', () => 'player?status=active&balanceTo=5', () => 'Player'],
    ['an empty list', () => 'player?q=nobody', () => 'Player'],
    ['the account tree', () => 'tree', () => 'Tree'],
    ['the bulk create screen', () => 'player/bulkcreate', () => /^Bulk create/],
    ['a statement', () => `master/statement/${master()._id}`, () => /^Statement/],
    ['the create form', () => 'master/create', () => 'Add Master'],
    ['the edit form', () => `master/edit/${master()._id}`, () => 'Edit Master'],
    ['a credit form', () => `master/creditadjust/${master()._id}`, () => 'Master Credit Adjust'],
    ['the details page', () => `master/players/details/${master()._id}`, () => master().username],
    ['the profile page', () => 'profile', () => 'Profile'],
  ]
  it.each(screens)('%s has no serious accessibility violations', async (_name, path, title) => {
    await applyTheme()
    await visitor.open(path(), title())
    expect(await axeViolations(visitor.page)).toEqual([])
  })

  it('the details page has no serious accessibility violations after a theme change', async () => {
    await applyTheme()
    await visitor.open(`master/players/details/${master()._id}`, master().username)
    await visitor.page.emulateMedia({ colorScheme: colorScheme === 'dark' ? 'light' : 'dark' })
    expect(await axeViolations(visitor.page)).toEqual([])
  })

  it('a confirmation dialog has no serious accessibility violations and returns focus when closed', async () => {
    await applyTheme()
    const { username } = visitor.branch.player
    const page = await visitor.open(`player?q=${username}`, 'Player')
    const isPhone = width < 600
    const name = isPhone ? new RegExp(`^${username}`) : `More actions: ${username}`
    const button = page.getByRole('button', { name, exact: true })
    await button.click()
    await page.getByRole(isPhone ? 'button' : 'menuitem', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog', { name: 'Delete Confirmation' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await expect.poll(() => button.evaluate(element => element === document.activeElement)).toBe(true)
  })
})
