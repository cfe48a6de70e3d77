import { errorTexts, waitingText } from '@cascade/contracts'
import { accountApi, announcementApi, peopleApi } from '@cascade/contracts/accounts'
import { demoPassword } from '@cascade/dev'
import { describe, expect, it } from 'vitest'
import { buildPerson, field, fillForm, submit } from '../../support/accounts-screen'
import { createAuthenticator } from '../../support/browser/authenticator'
import { visit } from '../../support/browser/browser'
import { sendCredit } from '../../support/credit-screen'
import { changeRows } from '../../support/database'
import { api, url } from '../../support/suite'
import { visitorAs } from '../../support/visitor-as'
import { uniqueNumber } from '../../support/world'

const visitor = visitorAs('admin', { fund: 1_000 })

/** Adds an authenticator app to a person and signs it in with a code. @returns also a token of the first sign-in */
async function enrol(username: string) {
  const session = await api.login(username)
  const { page: enrolment } = await visit({ session })
  await enrolment.goto(`${url}/admin/profile/security`)
  const app = createAuthenticator()
  await app.add(enrolment)
  const { page } = await visit()
  await page.goto(url)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(demoPassword)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await page.getByLabel('Code').fill(await app.nextCode())
  await page.waitForURL(/\/dashboard$/)
  return { page, token: session.token }
}

describe('the people of an account', () => {
  it('are added by the owner, give credit or only read, and are named in the log', async () => {
    const { branch, user } = visitor
    const { _id: child } = branch.superareamanager
    const [cashier, auditor] = [`cash-${uniqueNumber()}`, `audit-${uniqueNumber()}`]

    const owner = await visitor.open('people', 'People')
    await owner.getByRole('button', { name: 'New person' }).click()
    const form = owner.getByRole('dialog')
    await form.getByLabel('Name', { exact: true }).fill('Anita Rao')
    await form.getByLabel('Username').fill(cashier)
    await form.getByLabel('Password').fill(demoPassword)
    await form.getByText('Transfers and adjustments of credit').waitFor()
    await form.getByRole('button', { name: 'Submit' }).click()
    await owner.getByRole('row', { name: /Anita Rao/ }).waitFor()
    const body = { name: 'Ben Ode', username: auditor, password: demoPassword, rights: 'auditor' }
    await api.call(peopleApi.create, user, { body })

    const { page: atCash } = await enrol(cashier)
    await atCash.goto(`${url}/admin/superareamanager/credittransfer/${child}`)
    await sendCredit(atCash, '60')
    await atCash.getByText('Credit transfer successful!').waitFor()
    expect(await atCash.getByRole('link', { name: 'Backups' }).count()).toBe(0)
    await atCash.goto(`${url}/admin/superareamanager`)
    await atCash.locator('tr.kit-row').first().waitFor()
    expect(await atCash.getByRole('link', { name: /Create|Add/ }).count()).toBe(0)

    const { page: atAudit, token } = await enrol(auditor)
    const transfer = { token, body: { toUserId: child, transferAmount: 1, password: demoPassword } }
    expect((await api.send('POST', accountApi.superareamanager.transfer.path, transfer)).status).toBe(403)
    await atAudit.goto(`${url}/admin/logactivities`)
    await atAudit.getByText(`Anita Rao (${user.user.username})`).first().waitFor()
  })

  it('get further rights from the owner for some minutes, and keep their input when these end', async () => {
    const username = `cash-${uniqueNumber()}`
    const body = { name: 'Anita Rao', username, password: demoPassword, rights: 'cashier' }
    const { _id } = (await api.call(peopleApi.create, visitor.user, { body })).data

    const session = await api.login(username)
    const { page: cashier, faults } = await visit({ session })
    const announcements = cashier.getByRole('link', { name: 'Announcements' })
    await cashier.goto(`${url}/admin/profile/security`)
    await field(cashier, 'Reason').fill('The owner is travelling')
    await cashier.getByRole('button', { name: 'Ask for the rights' }).click()
    await cashier.getByText(waitingText).waitFor()
    expect(await announcements.count()).toBe(0)

    const owner = await visitor.open('approvals', 'Requests')
    await owner.getByText('The owner is travelling').waitFor()
    await owner.getByRole('button', { name: /^Approve/ }).click()
    await owner.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await owner.getByText('Nothing waits for a second person.').waitFor()

    await cashier.goto(`${url}/admin/superareamanager`)
    await announcements.waitFor()
    await cashier.getByRole('main').getByRole('button', { name: 'Add Super Area Manager' }).click()
    const input = buildPerson('superareamanager')
    await fillForm(cashier, input)
    const end = { $set: { 'elevation.until': new Date() } }
    await changeRows('accounts', 'people', people => people.updateOne({ _id }, end))
    const readAnnouncements = () => api.send('GET', announcementApi.list.path, session)
    await expect.poll(async () => (await readAnnouncements()).status).toBe(403)
    await submit(cashier).click()
    await cashier.getByText(errorTexts.forbidden).first().waitFor()
    await announcements.waitFor({ state: 'detached' })
    expect(await field(cashier, 'Last Name').inputValue()).toBe(input['Last Name'])
    expect(faults.filter(fault => !fault.includes('403'))).toEqual([])
  })
})
