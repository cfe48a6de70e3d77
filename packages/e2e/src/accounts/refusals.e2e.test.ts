import { describe, expect, it } from 'vitest'
import { actOn, answer, confirmDialog, field, fillForm, findRow, personFor, submit } from '../support/accounts-screen'
import { alerts, says } from '../support/messages'
import { visitorAs } from '../support/visitor-as'

// What a form or a list says of its own is proved by the page tests of its remote. These are the server's words.
describe('a refusal of the server', () => {
  const visitor = visitorAs('superadmin')

  it('stands at the field: an email that is taken', async () => {
    const page = await visitor.open('admin/create', 'Add Admin')
    const Reference = visitor.superadmin.user.username
    await fillForm(page, { ...personFor('admin'), Reference, Email: visitor.branch.admin.email ?? '' })
    await submit(page).click()
    await says(page, 'User with this email already exists.')
  })

  it('stands above the list: a delete of somebody with subordinates', async () => {
    const page = await visitor.open('admin', 'Admin')
    const { username } = visitor.branch.admin
    await actOn(page, await findRow(page, username), 'Delete', username)
    const dialog = await confirmDialog(page, 'Delete Confirmation', `Are you sure you want to delete ${username}?`)
    await answer(dialog, 'Confirm')
    await alerts(page, 'Account has subordinates. Cannot delete.')
  })

  it('is not needed where the browser knows what an email is', async () => {
    const page = await visitor.open('master/create', 'Add Master')
    await field(page, 'Email').fill('nobody')
    await submit(page).click()
    const isRefused = () => field(page, 'Email').evaluate(input => (input as HTMLInputElement).validity.typeMismatch)
    expect(await isRefused()).toBe(true)
    await field(page, 'Email').fill('nobody@example.com')
    expect(await isRefused()).toBe(false)
  })
})
