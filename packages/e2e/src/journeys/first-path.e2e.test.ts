import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { launchBrowser, signIn, type Visit, visit } from '../support/browser'

const url = inject('suiteUrl')
let browser: Browser
let visitor: Visit
let page: Page

beforeAll(async () => {
  browser = await launchBrowser()
  visitor = await visit(browser)
  page = visitor.page
})
afterAll(async () => {
  await visitor?.close()
  await browser?.close()
})

const points = (text: string | null) => Number((text ?? '').replaceAll(',', ''))
const ownBalance = async () => points(await page.locator('.shell-user-wallet').textContent())

it('goes from sign-in to a new admin, its credit, both balances and the report', async () => {
  await signIn(page, url, 'superadmin')
  const before = await ownBalance()

  await page.getByRole('link', { name: 'Admin', exact: true }).click()
  await page
    .getByRole('link', { name: 'Add Admin' })
    .or(page.getByRole('button', { name: 'Add Admin' }))
    .click()
  await page.getByLabel('First Name').fill('Maya')
  await page.getByLabel('Last Name').fill('Bose')
  await page.getByLabel('Email').fill(`maya-${Date.now()}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill('maya-secret')
  await page.getByRole('button', { name: 'Submit' }).click()

  const created = page.getByRole('dialog')
  await created.waitFor()
  const username = (await created.getByText(/^admin\d+$/).textContent()) ?? ''
  expect(await created.getByText(/^\d{4,8}$/).textContent()).toMatch(/^\d+$/)
  await created.getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.waitForURL(/\/superadmin\/admin$/)

  const row = page.getByRole('row').filter({ hasText: username })
  await row.getByRole('button', { name: /^Credit Transfer/ }).click()
  await page.getByText('Admin Credit Transfer').first().waitFor()
  await page.getByLabel('Amount to Transfer').fill('1234.56')
  await page.getByLabel('Password', { exact: true }).fill('cascade-demo')
  await page.getByRole('button', { name: 'Credit Transfer', exact: true }).click()
  await page.getByText('Credit transfer successful!').first().waitFor()
  await expect.poll(ownBalance).toBeCloseTo(before - 1234.56, 2)

  await page.getByRole('link', { name: 'Admin', exact: true }).click()
  await expect.poll(() => row.textContent()).toContain('1,234.56')

  await page.getByRole('link', { name: 'Transaction Report' }).click()
  const booked = page.getByRole('row').filter({ hasText: username })
  await booked.first().waitFor()
  const text = (await booked.first().textContent()) ?? ''
  expect(text).toContain('superadmin')
  expect(text).toContain('1,234.56')
  expect(text).toContain('completed')
  expect(visitor.faults).toEqual([])
})
