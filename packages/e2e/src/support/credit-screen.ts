import { demoPassword } from '@cascade/dev'
import type { Page } from 'playwright'
import { field } from './accounts-screen'

export async function sendCredit(page: Page, amount: string, password: string = demoPassword): Promise<void> {
  await field(page, 'Amount to Transfer').fill(amount)
  await field(page, 'Password').fill(password)
  await creditButton(page).click()
}

export const creditButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: /^(loading )?Credit Transfer$/ })
