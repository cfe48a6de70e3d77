import { demoPassword } from '@cascade/dev'
import type { Page } from 'playwright'
import { url } from './suite'

export async function signIn(page: Page, username: string, suite = url): Promise<void> {
  await page.goto(`${suite}/`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(demoPassword)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await page.waitForURL(/\/dashboard$/)
}
