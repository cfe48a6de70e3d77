import { describe, expect, it } from 'vitest'
import { field, heading } from '../../support/accounts-screen'
import { sendCredit } from '../../support/credit-screen'
import { api } from '../../support/suite'
import { visitorAs } from '../../support/visitor-as'

const visitor = visitorAs('master', { fund: 1_000 })

describe('limits', () => {
  it('are changed in the details, show their use, and explain a rejected transfer at its amount', async () => {
    const { _id: userId } = visitor.branch.player
    const page = await visitor.open(`player/players/details/${userId}`)
    await page.getByRole('button', { name: 'Change limits' }).click()
    await field(page, 'Highest balance').fill('100')
    const { token } = visitor.superadmin
    const meanwhile = { token, body: { stakeDayMax: 40 }, headers: { 'if-match': '*' } }
    expect((await api.send('PUT', `/limits/${userId}`, meanwhile)).status).toBe(200)
    await page.getByRole('button', { name: 'Save limits' }).click()
    await page.getByText('The limits have just changed. Please look at them again.').waitFor()
    await page.getByRole('button', { name: 'Save limits' }).click()
    await page.getByText('0.00 of 100.00').waitFor()
    await page.getByText('0.00 of 40.00').waitFor()

    await visitor.open(`player/credittransfer/${userId}`)
    await heading(page, 'Player Credit Transfer').waitFor()
    await sendCredit(page, '60')
    await page.getByText('Credit transfer successful!').waitFor()
    await sendCredit(page, '41')
    await page.getByText('Beyond the balance limit of the account: it takes 40.00 points more.').first().waitFor()
    await visitor.open(`player/players/details/${userId}`)
    await page.getByText('60.00 of 100.00').waitFor()
    await page.getByText(/Highest balance: – → 100/).waitFor()
    // The conflict and the rejection.
    expect(visitor.faults.filter(fault => !/status of 40[09]/.test(fault))).toEqual([])
  })
})
