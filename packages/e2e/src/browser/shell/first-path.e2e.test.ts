import { demoPassword } from '@cascade/dev'
import { describe, expect, it } from 'vitest'
import { choose, findRow, heading, ownBalance, readCreated, rowOf } from '../../support/accounts-screen'
import { visit } from '../../support/browser/browser'
import { sendCredit } from '../../support/credit-screen'
import { expectMessage } from '../../support/messages'
import { signIn } from '../../support/sign-in'
import { newSuperadmin } from '../../support/suite'
import { uniqueNumber } from '../../support/world'

describe('a superadmin', () => {
  it('signs in, creates an admin, transfers credit and finds the transfer in the report', async () => {
    const { username: superadmin } = (await newSuperadmin()).user
    const { page, faults } = await visit()
    await signIn(page, superadmin)
    const before = await ownBalance(page)

    const menu = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click()
    await menu('Admin')
    await page.getByRole('main').getByRole('button', { name: 'Add Admin' }).click()
    await page.getByLabel('First Name').fill('Maya')
    await page.getByLabel('Last Name').fill('Bose')
    await page.getByLabel('Email').fill(`maya-${uniqueNumber()}@example.com`)
    await page.getByLabel('Password', { exact: true }).fill('maya-secret')
    await choose(page, 'Reference', superadmin)
    await page.getByRole('button', { name: 'Submit' }).click()

    const { username, pin } = await readCreated(page, 'admin')
    expect(pin).toMatch(/^\d+$/)
    await page.waitForURL(/\/superadmin\/admin$/)

    const row = await findRow(page, username)
    await row.getByRole('link', { name: /^Credit Transfer/ }).click()
    await page.getByText('Admin Credit Transfer').first().waitFor()
    await sendCredit(page, '1234.56', demoPassword)
    await expectMessage(page, 'Credit transfer successful!')
    await expect.poll(() => ownBalance(page)).toBeCloseTo(before - 1234.56, 2)

    await menu('Admin')
    await expect.poll(async () => (await findRow(page, username)).textContent()).toContain('1,234.56')

    await menu('Transaction Report')
    await heading(page, 'Transaction Report').waitFor()
    // Other tests transfer too.
    await page.getByRole('searchbox').fill(username)
    const booked = rowOf(page, username).first()
    await booked.waitFor()
    const text = (await booked.textContent()) ?? ''
    expect(text).toContain(superadmin)
    expect(text).toContain('1,234.56')
    expect(text).toContain('completed')
    expect(faults).toEqual([])
  })
})
