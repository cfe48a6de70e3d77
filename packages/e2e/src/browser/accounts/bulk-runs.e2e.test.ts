import { demoPassword } from '@cascade/dev'
import { beforeAll, describe, expect, it } from 'vitest'
import { navigateTo, ownBalance } from '../../support/accounts-screen'
import { api } from '../../support/suite'
import { visitorAs } from '../../support/visitor-as'
import { balanceOf, createAccount } from '../../support/world'

const playerCount = 14
const each = 2.5
const visitor = visitorAs('master', { fund: 1000 })
let players: string[]

beforeAll(async () => {
  const { superadmin, branch } = visitor
  const created = []
  // Together with the player of the branch, more than one page of rows.
  for (let at = 1; at < playerCount; at++)
    created.push(await createAccount(api, superadmin, 'player', branch.master._id))
  players = [branch.player, ...created].map(({ _id }) => _id)
})

describe('a bulk run', () => {
  it('gives credit to all filtered rows, continues after the page is left and shows the result of each row', async () => {
    const page = await visitor.open('player', 'Player')
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: `Select all ${playerCount}` }).click()
    await page.getByText(`All ${playerCount} selected`).waitFor()
    await page.getByRole('button', { name: 'Give credit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Amount for each').fill(String(each))
    await dialog.getByLabel('Password').fill(demoPassword)
    await dialog.getByRole('button', { name: `Give credit to ${playerCount} accounts` }).click()
    await dialog.getByText(/^\d+ of 14 done$/).waitFor()
    await page.goto('about:blank')

    const later = await visitor.open('tree')
    const run = later.getByRole('banner').getByRole('link', { name: new RegExp(`${playerCount} of ${playerCount}`) })
    await run.click()
    await later.getByText(`${playerCount} of ${playerCount} done`).first().waitFor()
    await expect.poll(() => later.getByRole('cell', { name: 'Done', exact: true }).count()).toBe(playerCount)
    await expect.poll(() => ownBalance(later)).toBeCloseTo(1000 - playerCount * each, 2)
    const balances = await Promise.all(players.map(id => balanceOf(api, visitor.superadmin, id)))
    expect(balances).toEqual(players.map(() => each))
    expect(visitor.faults).toEqual([])
  })

  it('creates accounts after its page is left, shows the result of each row, and its passwords work', async () => {
    const rows = [
      'First Name\tLast Name\tCountry\tState\tCity\tAddress\tCommission\tPassword',
      ...Array.from({ length: 12 }, (_, at) => `A${at}\tBerg\tIN\tMH\tPune\t1 Long Road\t2.5\t`),
      'Eve\tBerg\tIN\tMH\tPune\t1 Long Road\t2.5\tpassword',
    ]
    const page = await visitor.open('player/bulkcreate', /^Bulk create/)
    await page.getByRole('textbox', { name: 'Rows' }).fill(rows.join('\n'))
    await page.getByRole('button', { name: 'Create accounts (13)' }).click()
    await page.getByText(/^PINs and passwords are shown only in this tab/).waitFor()
    const address = page.url()
    await navigateTo(page, '/master/tree')
    await page
      .getByRole('banner')
      .getByRole('link', { name: /13 of 13/ })
      .click()
    await page.getByRole('cell', { name: 'This password is too common. Please choose another one.' }).waitFor()
    expect(page.url()).toBe(address)
    const headings = await page.getByRole('columnheader').allTextContents()
    const cells = await page.getByRole('row').filter({ hasText: 'A11' }).getByRole('cell').allTextContents()
    const [username = '', password = ''] = ['UserName', 'Password'].map(heading => cells[headings.indexOf(heading)])
    await expect(api.login(username, password)).resolves.toMatchObject({ user: { username } })

    page.once('dialog', dialog => void dialog.accept())
    await page.reload()
    await page.getByText(/^PINs and passwords are shown only in the tab in which it was started/).waitFor()
    await expect.poll(() => page.getByRole('cell', { name: 'Done', exact: true }).count()).toBe(12)
    expect(visitor.faults).toEqual([])
  })
})
