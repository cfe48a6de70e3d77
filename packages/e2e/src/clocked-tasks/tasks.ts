import { demoPassword } from '@cascade/dev-stack'
import type { Page } from 'playwright'
import type { Hand } from './hand'

export type Task = {
  name: string
  /** Of the demo tree. */
  as: 'superadmin' | 'master1'
  /** From the dashboard to the answer on the screen, which it gives back in words. */
  run: (page: Page, hand: Hand) => Promise<string>
}

const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name, exact: true })

/** What a superadmin or a master has to do every day; each begins on a dashboard that has come. */
export const tasks: readonly Task[] = [
  {
    name: 'give 500 to player1 out of master1, by mouse',
    as: 'master1',
    async run(page, hand) {
      await hand.click(menu(page, 'Player'))
      await hand.click(
        page
          .getByRole('link', { name: 'Credit Transfer player1', exact: true })
          .or(page.getByRole('button', { name: 'Credit Transfer player1', exact: true })),
      )
      return giveFiveHundred(page, hand)
    },
  },
  {
    name: 'give 500 to player1 out of master1, by palette',
    as: 'master1',
    async run(page, hand) {
      await hand.press('Control+k')
      await hand.type('player1')
      await page
        .getByRole('option', { name: /^player1\b/ })
        .first()
        .waitFor()
      await hand.press('ArrowRight')
      await page.getByRole('option', { name: 'Credit Transfer' }).waitFor()
      await hand.press('ArrowDown')
      await hand.press('Enter')
      return giveFiveHundred(page, hand)
    },
  },
  {
    name: 'who moved 320 to player1',
    as: 'superadmin',
    async run(page, hand) {
      await hand.click(menu(page, 'Transaction Report'))
      await hand.click(page.getByRole('searchbox').first())
      await hand.type('player1')
      const row = page.getByRole('row').filter({ hasText: '320.00' }).first()
      await row.waitFor()
      return `by ${(await row.getByRole('cell').allTextContents()).find(cell => cell === 'master1') ?? 'nobody'}`
    },
  },
  {
    name: 'suspend master1 knowing who is hit (asked, then left)',
    as: 'superadmin',
    async run(page, hand) {
      await hand.click(menu(page, 'Master'))
      await hand.click(page.getByRole('button', { name: 'More actions: master1', exact: true }))
      await hand.click(page.getByRole('menuitem', { name: 'Deactivate', exact: true }))
      const told = page.getByRole('dialog').getByText(/below it/)
      await told.waitFor()
      const words = (await told.textContent()) ?? ''
      await hand.press('Escape')
      return words
    },
  },
  {
    name: 'credit in the branch of admin1',
    as: 'superadmin',
    async run(page, hand) {
      await hand.click(menu(page, 'Tree'))
      const line = page.getByRole('treeitem').filter({ hasText: 'admin1' }).first()
      const figure = line.getByText(/^Branch balance/).locator('..')
      await figure.waitFor()
      return (await figure.textContent()) ?? ''
    },
  },
]

/** 500 points from the form that has come, with the focus in the amount; signed with the password. */
async function giveFiveHundred(page: Page, hand: Hand): Promise<string> {
  await page.getByLabel('Amount to Transfer').first().waitFor()
  await hand.type('500')
  await hand.press('Tab')
  // The focus is in the password or, where a note comes first, one step before it.
  const password = page.getByLabel('Password', { exact: true })
  for (let step = 0; step < 8 && !(await password.evaluate(field => field === document.activeElement)); step++) {
    await hand.press('Tab')
  }
  await hand.type(demoPassword)
  await hand.press('Enter')
  await page.getByText('Credit transfer successful!').first().waitFor()
  const amount = page.getByText(/500\.00/).first()
  return (await amount.textContent()) ?? ''
}
