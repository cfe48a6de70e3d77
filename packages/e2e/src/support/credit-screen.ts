import { demoPassword } from '@cascade/dev-stack'
import type { Page } from 'playwright'
import { field } from './accounts-screen'

/** Types into an open credit form and sends it. */
export async function sendCredit(page: Page, amount: string, password: string = demoPassword): Promise<void> {
  await field(page, 'Amount to Transfer').fill(amount)
  await field(page, 'Password').fill(password)
  await creditButton(page).click()
}

export const creditButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: /^(loading )?Credit Transfer$/ })

/** Messages stand for seconds only: what is not there by then has not been said. */
const soon = { timeout: 6_000 }

/** Waits for a message anywhere on the page, letter by letter. */
export const says = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor(soon)

/** Waits for a message in an alert: a result, not a fault at a field. */
export const alerts = (page: Page, text: string) =>
  page.getByRole('alert').getByText(text, { exact: true }).first().waitFor(soon)
