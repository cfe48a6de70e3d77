import type { Page } from 'playwright'

export const menu = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).first()

export const dialog = (page: Page, name?: string) => page.getByRole('dialog', name === undefined ? {} : { name })

export const search = (page: Page) => page.getByRole('main').getByRole('searchbox').first()

export async function confirm(page: Page): Promise<void> {
  await dialog(page).getByRole('button', { name: 'Confirm' }).click()
  await dialog(page).waitFor({ state: 'hidden' })
}
