import { accountApi, peopleApi, viewApi } from '@cascade/contracts/accounts'
import { reportsApi } from '@cascade/contracts/reports'
import { demoPassword } from '@cascade/dev'
import { describe, expect, it } from 'vitest'
import type { Session } from '../../support/api'
import { api, url } from '../../support/suite'
import { visitorAs } from '../../support/visitor-as'
import { uniqueNumber } from '../../support/world'
import { expectAccessible } from '../screens/checks'

const visitor = visitorAs('admin', { fund: 1_000 })

const sentencesOf = async (session: Session) =>
  (await api.call(reportsApi.logs, session, { query: { page: 1, size: 20 } })).data.map(({ sentence }) => sentence)

describe('a view', () => {
  it('shows an owner what a cashier sees, changes nothing, and leads back', async () => {
    const { branch, user } = visitor
    const { _id: child } = branch.superareamanager
    const body = { name: 'Anita Rao', username: `cash-${uniqueNumber()}`, password: demoPassword, rights: 'cashier' }
    await api.call(peopleApi.create, user, { body })

    const page = await visitor.open('people', 'People')
    await page.getByRole('button', { name: /^View as/ }).click()
    await page.getByLabel('Reason').fill('A question on the phone')
    await page.getByRole('button', { name: 'View', exact: true }).click()
    const banner = page.getByText('You see what Anita Rao sees.')
    await banner.waitFor()
    await page.getByRole('link', { name: 'Dashboard' }).first().waitFor()
    expect(await page.getByRole('link', { name: 'People' }).count()).toBe(0)
    await expectAccessible(page)

    await page.goto(`${url}/admin/superareamanager/credittransfer/${child}`)
    await banner.waitFor()
    await page.getByText('You are not allowed', { exact: false }).first().waitFor()
    const token = await page.evaluate(() => localStorage.getItem('session-token') ?? '')
    const transfer = { token, body: { toUserId: child, transferAmount: 1, password: demoPassword } }
    const answer = await api.send('POST', accountApi.superareamanager.transfer.path, transfer)
    expect([answer.status, answer.body.reason]).toEqual([403, 'VIEW_ONLY'])

    await page.getByRole('button', { name: 'End' }).click()
    await page.getByText('You see your own account again.').waitFor()
    await page.getByRole('link', { name: 'People' }).first().waitFor()
    expect(await banner.count()).toBe(0)
    await page.goto(`${url}/admin/people`)
    await page.getByRole('row', { name: /Anita Rao/ }).waitFor()
  })

  it('is in the log of the viewer and of the account', async () => {
    const { branch, user } = visitor
    const { _id: userId, username } = branch.superareamanager
    const view = await api.call(viewApi.begin, user, { params: { userId }, body: { reason: 'A question' } })
    expect(await api.call(viewApi.end, view)).toMatchObject({ user: { username: user.user.username } })
    const theirs = await api.login(username)
    const own = user.user.username
    await expect
      .poll(() => sentencesOf(user))
      .toEqual(
        expect.arrayContaining([
          expect.stringContaining(`views as ${username}`),
          expect.stringContaining(`no longer views as ${username}`),
        ]),
      )
    await expect
      .poll(() => sentencesOf(theirs))
      .toEqual(
        expect.arrayContaining([
          expect.stringContaining(`is viewed by ${own}`),
          expect.stringContaining(`is no longer viewed by ${own}`),
        ]),
      )
  })
})
