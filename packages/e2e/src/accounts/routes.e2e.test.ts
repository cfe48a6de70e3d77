import { describe, expect, it } from 'vitest'
import { heading, navigateTo } from '../support/accounts-screen'
import { url } from '../support/suite'
import { visitorAs } from '../support/visitor-as'

// Unit tests cover address parsing and page tests cover page content; these tests cover real navigation.
describe('account URLs', () => {
  const visitor = visitorAs('admin', { sharesPage: true })

  it('a deep link opens its page', async () => {
    const { page } = visitor
    const { master, player } = visitor.branch
    await page.goto(`${url}/admin/master/players/details/${master._id}/creditadjust`)
    await heading(page, 'Master Credit Adjust').waitFor()
    await page.goto(`${url}/admin/master/details/${master._id}/edit/${player._id}`)
    await heading(page, 'Edit Player').waitFor()
  })

  it('a link to a missing or foreign account shows an empty page with a way back', async () => {
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

  it('a malformed link redirects to the dashboard', async () => {
    const page = await visitor.open('profile', 'Profile')
    await navigateTo(page, '/admin/master/x/y/edit')
    await page.waitForURL(`${url}/admin/dashboard`)
    expect(visitor.faults).toEqual([])
  })
})
