import { accountApi, type CreatedAccount, ledgerApi } from '@cascade/contracts/accounts'
import { demoPassword } from '@cascade/dev'
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { field, watchCalls } from '../../support/accounts-screen'
import { dropResponses, reportOffline } from '../../support/browser/lost-responses'
import { creditButton, sendCredit } from '../../support/credit-screen'
import { expectMessage } from '../../support/messages'
import { api } from '../../support/suite'
import { visitorAs } from '../../support/visitor-as'
import { balanceOf, createAccount, fund } from '../../support/world'

const visitor = visitorAs('master', { fund: 1000 })

async function newPlayer() {
  const { superadmin, branch } = visitor
  const player = await createAccount(api, superadmin, 'player', branch.master._id)
  await fund(api, superadmin, 'player', player._id, 100)
  const points = () => balanceOf(api, superadmin, player._id)
  const bookings = async () =>
    (await api.call(ledgerApi.statement, superadmin, { params: { accountId: player._id } })).data.length - 1
  return { player, points, bookings }
}

const openTransfer = ({ _id }: CreatedAccount): Promise<Page> =>
  visitor.open(`player/credittransfer/${_id}`, 'Player Credit Transfer')

/** Submits and waits until the form has given up retrying. */
async function submitAndGiveUp(page: Page): Promise<void> {
  await creditButton(page).click()
  await expect.poll(() => creditButton(page).isEnabled()).toBe(true)
}

describe('a transfer', () => {
  it('is booked once on a double click and on repeated Enter', async () => {
    const { player, points, bookings } = await newPlayer()
    const page = await openTransfer(player)
    const posts = watchCalls(page, 'POST')
    await field(page, 'Amount to Transfer').fill('100')
    await field(page, 'Password').fill(demoPassword)
    await creditButton(page).dblclick()
    await expectMessage(page, 'Credit transfer successful!')
    expect(await points()).toBe(200)
    expect(posts.filter(post => post.path === '/player/credit-transfer')).toHaveLength(1)

    await field(page, 'Amount to Transfer').fill('50')
    await field(page, 'Password').fill(demoPassword)
    for (let press = 0; press < 5; press++) await field(page, 'Password').press('Enter')
    await expect.poll(points).toBe(250)
    expect(await bookings()).toBe(2)
  })

  it('is booked once when the browser reports offline, loses each response and the user submits three times', async () => {
    const { player, points, bookings } = await newPlayer()
    const page = await openTransfer(player)
    await reportOffline(page)
    const restore = await dropResponses(page, 'player/credit-transfer', 'credit/outcome')
    await field(page, 'Amount to Transfer').fill('20')
    await field(page, 'Password').fill(demoPassword)
    for (let press = 0; press < 3; press++) await submitAndGiveUp(page)
    expect([await points(), await bookings()]).toEqual([120, 1])
    await page.getByText(/The last attempt to move 20\.00 got no answer\. It may have been booked\./).waitFor()

    // The pending attempt survives a reload and is visible in another tab.
    page.once('dialog', dialog => void dialog.accept())
    await page.reload()
    await page.getByText(/The last attempt to move 20\.00 got no answer/).waitFor()
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.getByText(/The attempt before, of 20\.00, was booked after all/).waitFor()
    await page.getByText(/The attempt before, of 20\.00, was booked after all/).waitFor()
    await restore()
    await sendCredit(page, '20')
    await page.getByText(/^Same amount, \d+ s ago: 20\.00 went the same way/).waitFor()
    expect(await bookings()).toBe(1)
  })
})

const rows = [
  'First Name\tLast Name\tCountry\tState\tCity\tAddress\tCommission',
  'Ada\tBerg\tIN\tMH\tPune\t1 Long Road\t2.5',
  'Uma\tHill\tIN\tMH\tPune\t3 Long Road\t',
].join('\n')

describe('a bulk creation', () => {
  it('is started once when its responses are lost and the rows are pasted again after a reload', async () => {
    const list = async () => (await api.call(accountApi.player.list, visitor.user)).data
    const before = (await list()).length
    const page = await visitor.open('player/bulkcreate', /^Bulk create/)
    await reportOffline(page)
    const restore = await dropResponses(page, 'runs', 'runs/accounts')
    const create = async () => {
      await page.getByRole('textbox', { name: 'Rows' }).fill(rows)
      await page.getByRole('button', { name: 'Create accounts (2)' }).click()
    }
    await create()
    await page.getByText(/^Create 2 accounts: the last start got no answer/).waitFor()
    await page.getByRole('button', { name: 'Create accounts (2)' }).click()
    await expect.poll(list).toHaveLength(before + 2)

    page.once('dialog', dialog => void dialog.accept())
    await page.reload()
    await page.getByText(/^Create 2 accounts: the last start got no answer/).waitFor()
    await restore()
    await create()
    await page.getByText('2 of 2 done').first().waitFor()
    await page.getByText(/^PINs and passwords are shown only in the tab in which it was started/).waitFor()
    expect(await list()).toHaveLength(before + 2)
  })
})
