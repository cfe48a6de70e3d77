import { describe, expect, inject, it } from 'vitest'
import { changeRows } from '../../support/database'
import { readMails } from '../../support/mails'
import { api } from '../../support/suite'
import { visitorAs } from '../../support/visitor-as'
import { createAccount } from '../../support/world'

const visitor = visitorAs('admin')

/** The file of a mail in its source form. */
const fileOf = (mail = '') => {
  const [, content = ''] = /filename=\S+\.csv.*?\r\n\r\n(.*?)\r\n--/s.exec(mail) ?? []
  return Buffer.from(content, 'base64').toString()
}

describe('a scheduled report', () => {
  it('has the rows of a saved view and arrives at the address of the owner', async () => {
    const { branch, superadmin, user } = visitor
    const other = await createAccount(api, superadmin, 'superareamanager', branch.admin._id)
    const own = branch.superareamanager.username
    const address = branch.admin.email ?? ''

    const page = await visitor.open(`turnoverreport?q=${own}`, 'Turnover Report')
    await page.getByRole('cell', { name: own }).waitFor()
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByLabel('Name of the view').fill('North')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('North', { exact: true }).waitFor()

    await visitor.open('schedules', 'Schedules')
    await page.getByText(`Mail goes to ${address},`, { exact: false }).waitFor()
    await page.getByRole('button', { name: 'New schedule' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Saved view').click()
    await page.getByTitle('North', { exact: true }).click()
    await form.getByText('CSV', { exact: true }).click()
    await form.getByRole('button', { name: 'Submit' }).click()
    await page.getByText(`q: ${own}`).waitFor()

    const now = new Date()
    const due = { $set: { nextAt: now, tryAt: now } }
    await changeRows('reports', 'schedules', schedules => schedules.updateOne({ accountId: user.user._id }, due))
    const mails = () => readMails(inject('mailFolder'), address)
    await expect.poll(mails).toHaveLength(1)
    const [mail] = await mails()
    expect(mail).toMatch(/^Subject: Turnover Report, \d{4}-\d\d-\d\d\r$/m)
    expect(fileOf(mail)).toContain(own)
    expect(fileOf(mail)).not.toContain(other.username)
    await page.reload()
    await page.getByText(/^Sent: /).waitFor()
  })
})
