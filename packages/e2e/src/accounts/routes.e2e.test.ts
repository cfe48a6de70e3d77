import { describe, expect, it } from 'vitest'
import { goInside, heading } from '../support/accounts-screen'
import { url } from '../support/suite'
import { visitorAs } from '../support/visitor-as'

// Which address is which page is proved where addresses are parsed, what a page then shows by its page test.
describe('an address', () => {
  const visitor = visitorAs('admin', { keepsPage: true })

  it('of a deep place opens when it is typed', async () => {
    const { page } = visitor
    const { master, player } = visitor.branch
    await page.goto(`${url}/admin/master/players/details/${master._id}/creditadjust`)
    await heading(page, 'Master Credit Adjust').waitFor()
    await page.goto(`${url}/admin/master/details/${master._id}/edit/${player._id}`)
    await heading(page, 'Edit Player').waitFor()
  })

  it('of an account that is not there, or is not one of ours, says so and leads back', async () => {
    const { page } = visitor
    for (const shape of [
      `players/details/${visitor.superadmin.user._id}`,
      'edit/01a1fe77-0000-7000-8000-000000000000',
    ]) {
      await page.goto(`${url}/admin/master/${shape}`)
      await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
      await page.getByRole('main').getByRole('button', { name: 'Back' }).click()
      await heading(page, 'Master').waitFor()
    }
  })

  it('of no shape leads to the dashboard', async () => {
    const page = await visitor.open('profile', 'Profile')
    await goInside(page, '/admin/master/x/y/edit')
    await page.waitForURL(`${url}/admin/dashboard`)
    expect(visitor.faults).toEqual([])
  })
})
