import type { AccountRole } from '@cascade/contracts'
import { demoPassword } from '@cascade/dev'
import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { uniqueNumber } from './world'

export type Level = Exclude<AccountRole, 'superadmin'>

export const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true })

/** Opens a select and chooses the option with exactly this text. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  const box = field(page, label)
  await box.click()
  await box.fill(option)
  const list = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
  // Wait for the search results: a click on a moving option selects nothing.
  await list.locator('.ant-select-item-option').filter({ hasNotText: option }).first().waitFor({ state: 'detached' })
  await list.getByTitle(option, { exact: true }).click()
}

const places = ['Country', 'State', 'City'] as const

/** Values for the required fields of a create form, by label. */
export function buildPerson(level: Level): Record<string, string> {
  const number = uniqueNumber()
  const name = { 'First Name': 'Test', 'Last Name': `Person ${number}` }
  const email = { Email: `form-${number}@example.com` }
  if (level === 'admin') return { ...name, ...email, 'Commission Amount': '12.5', Password: demoPassword }
  const place = { Country: 'India', State: 'Maharashtra', City: 'Mumbai', Address: '1 Test Road' }
  const secrets = { PIN: '123456', Password: demoPassword }
  if (level === 'player') return { ...name, ...place, ...secrets, Commission: '2.5' }
  const person = { ...name, ...email, Phone: number, ...place, 'PIN Code': '400001', ...secrets }
  return { ...person, 'Commission Amount': '7.25' }
}

/** Fills a form by labels; country, state and city must be in this order. */
export async function fillForm(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    if ((places as readonly string[]).includes(label) || label === 'Reference') await choose(page, label, value)
    else await field(page, label).fill(value)
  }
}

/** The spinner icon is part of the button's name while it fades out. */
export const submit = (page: Page) => page.getByRole('main').getByRole('button', { name: /^(loading )?Submit$/ })

export const rowOf = (page: Page, username: string): Locator =>
  page.getByRole('row').filter({ has: page.getByText(username, { exact: true }) })

/** Finds an account in the open list. Filters by URL, because the lists of superadmins contain the accounts of all tests. */
export async function findRow(page: Page, username: string): Promise<Locator> {
  await page.getByPlaceholder('Username, name or unique id').waitFor()
  const address = new URL(page.url())
  if (address.searchParams.get('q') !== username)
    await navigateTo(page, `${address.pathname}?q=${encodeURIComponent(username)}`)
  const row = rowOf(page, username)
  await row.waitFor()
  return row
}

const apart = ['Deactivate', 'Activate', 'Delete', 'Logout']

/** Chooses a row action: a link, or an entry of the row menu. */
export async function actOn(page: Page, row: Locator, action: string, username: string): Promise<void> {
  if (!apart.includes(action)) return row.getByRole('link', { name: `${action} ${username}`, exact: true }).click()
  await row.getByRole('button', { name: `More actions: ${username}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

export async function confirmDialog(page: Page, title: string, text: string): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.waitFor()
  await dialog.getByText(title, { exact: true }).waitFor()
  await dialog.getByText(text, { exact: true }).waitFor()
  expect(await dialog.getByRole('button').allTextContents()).toEqual(['Cancel', 'Confirm'])
  return dialog
}

export async function answer(dialog: Locator, button: 'Cancel' | 'Confirm'): Promise<void> {
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** Reads and closes the dialog with the generated credentials. */
export async function readCreated(page: Page, level: Level): Promise<{ username: string; pin: string | undefined }> {
  const dialog = page.getByRole('dialog', { name: 'Account created' })
  await dialog.waitFor()
  const username = (await dialog.getByText(new RegExp(`^${level}\\d+$`)).textContent()) ?? ''
  const pins = await dialog.getByText(/^\d{4,8}$/).allTextContents()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  return { username, pin: pins[0] }
}

export const points = (text: string | null | undefined) => Number((text ?? 'none').replaceAll(',', ''))

export const ownBalance = async (page: Page) => points(await page.locator('.shell-user-wallet').textContent())

/** Client-side navigation without a page load. */
export async function navigateTo(page: Page, path: string): Promise<void> {
  await page.evaluate(to => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
}

/** Records the requests of a method that the page sends from now on. */
export function watchCalls(page: Page, method: string): { path: string; body: unknown }[] {
  const calls: { path: string; body: unknown }[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (request.method() !== method || !pathname.startsWith('/api/')) return
    calls.push({ path: pathname.slice('/api'.length), body: request.postData() ? request.postDataJSON() : undefined })
  })
  return calls
}
