import { demoPassword } from '@cascade/dev'
import { beforeAll, expect, it } from 'vitest'
import { ownBalance } from '../support/accounts-screen'
import { api } from '../support/suite'
import { visitorAs } from '../support/visitor-as'
import { balanceOf, createAccount } from '../support/world'

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

it('a bulk credit run covers all filtered rows, continues after the page is left and shows the result of each row', async () => {
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
