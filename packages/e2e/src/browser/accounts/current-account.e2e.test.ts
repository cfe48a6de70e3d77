import { demoPassword } from '@cascade/dev'
import { describe, expect, it } from 'vitest'
import { heading, ownBalance } from '../../support/accounts-screen'
import { expectMessage } from '../../support/messages'
import { visitorAs } from '../../support/visitor-as'

describe('a current account', () => {
  const master = visitorAs('master', { fund: 100 })

  it('takes payments and a reversal without moving a point', async () => {
    const { username, _id } = master.branch.player
    const page = await master.open(`player/players/details/${_id}`, username)
    const main = page.getByRole('main')
    await main.getByText(`You and ${username} owe each other nothing`).waitFor()
    const record = async (direction: string, amount: string) => {
      await main.getByRole('button', { name: 'Record a payment' }).click()
      const form = page.getByRole('form', { name: 'Record a payment' })
      await form.getByText(direction, { exact: true }).click()
      await form.getByLabel('Amount').fill(amount)
      await form.getByRole('button', { name: 'Record a payment' }).click()
      const receipt = page.getByRole('dialog', { name: 'Receipt' })
      const text = await receipt.textContent()
      await receipt.getByRole('button', { name: 'Close' }).click()
      await receipt.waitFor({ state: 'detached' })
      return text
    }
    expect(await record(`You paid ${username}`, '1500')).toContain(
      `${username} owes ${master.user.user.username} 1,500.00`,
    )
    expect(await record(`${username} paid you`, '250.5')).toContain('1,249.50')
    await main.getByText(`${username} owes you 1,249.50`).waitFor()

    await main.getByRole('button', { name: 'Entries' }).click()
    await heading(page, `Current account of ${username}`).waitFor()
    const rows = main.locator('tr.kit-row')
    await expect.poll(() => rows.nth(0).textContent()).toMatch(/Received-250\.501,249\.50/)
    await rows
      .nth(0)
      .getByRole('button', { name: /^Receipt/ })
      .click()
    const receipt = page.getByRole('dialog', { name: 'Receipt' })
    await receipt.getByRole('button', { name: 'Reverse…' }).click()
    await receipt.getByLabel('Reason').fill('Wrong player')
    await receipt.getByLabel('Password').fill(demoPassword)
    await receipt.getByRole('button', { name: 'Reverse', exact: true }).click()
    await expectMessage(page, 'Payment reversed.')
    await main.getByText(`${username} owes you 1,500.00`).waitFor()
    await expect.poll(() => rows.nth(0).textContent()).toMatch(/Reversal250\.501,500\.00Wrong player/)
    expect(await rows.nth(1).textContent()).toContain(`by ${master.user.user.username}`)
    expect(await ownBalance(page)).toBe(100)
  })
})
