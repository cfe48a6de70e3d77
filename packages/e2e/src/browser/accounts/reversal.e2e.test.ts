import { accountApi } from '@cascade/contracts/accounts'
import { demoPassword } from '@cascade/dev'
import { describe, expect, it } from 'vitest'
import { field, heading } from '../../support/accounts-screen'
import { expectMessage } from '../../support/messages'
import { api } from '../../support/suite'
import { visitorAs } from '../../support/visitor-as'
import { balanceOf, createAccount } from '../../support/world'
import { desktop, expectAccessible, expectAccessibleInOtherTheme, expectNoOverflow, phone } from '../screens/checks'

const visitor = visitorAs('master', { fund: 1000 })

/** A new player with 75.50 of the master. */
async function give() {
  const player = await createAccount(api, visitor.superadmin, 'player', visitor.branch.master._id)
  const body = { toUserId: player._id, transferAmount: 75.5, password: demoPassword }
  const { data } = await api.call(accountApi.player.transfer, visitor.user, { body })
  return { player, transferId: data.transactionId }
}

describe('a transfer', () => {
  it('is reversed from the transaction list, where both rows name each other', async () => {
    const { player } = await give()
    const page = await visitor.open(`transactionreport?q=${player.username}`, 'Transaction Report')
    const reload = page.getByRole('button', { name: 'Reload' }).first()
    /** Reports follow the ledger by a moment. */
    const appears = (name: RegExp) =>
      expect
        .poll(async () => {
          await reload.click()
          return page.getByRole('link', { name }).count()
        })
        .toBe(1)
    await appears(/^Reverse… /)
    await page.getByRole('link', { name: /^Reverse… / }).click()
    await heading(page, 'Transfer').waitFor()
    await field(page, 'Reason').fill('the wrong player')
    await field(page, 'Password').fill(demoPassword)
    await page.getByRole('main').getByRole('button', { name: 'Reverse', exact: true }).click()
    await expectMessage(page, 'Transfer reversed.')
    expect(await balanceOf(api, visitor.superadmin, player._id)).toBe(0)
    await page.getByRole('link', { name: /^Reversed on .* by / }).click()
    await page.getByRole('link', { name: /^Reverses the transfer of / }).waitFor()
    await page.getByRole('link', { name: 'In the transaction report' }).click()
    await appears(/^Reversed on .* by /)
    await appears(/^Reverses the transfer of /)
    expect(await page.getByRole('link', { name: /^Reverse…/ }).count()).toBe(0)
  })

  it('has a page that is accessible in both themes and fits the window', async () => {
    const { transferId } = await give()
    const page = await visitor.open(`transfer/${transferId}`, 'Transfer')
    await field(page, 'Reason').waitFor()
    for (const size of [phone, desktop]) {
      await expectNoOverflow(page, size)
      await expectAccessible(page)
      await expectAccessibleInOtherTheme(page)
    }
  })
})
