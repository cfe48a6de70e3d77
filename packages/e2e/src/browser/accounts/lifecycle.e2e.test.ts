import { accountApi } from '@cascade/contracts/accounts'
import { demoPassword } from '@cascade/dev'
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import {
  actOn,
  answer,
  buildPerson,
  confirmDialog,
  field,
  fillForm,
  findRow,
  heading,
  ownBalance,
  points,
  readCreated,
  rowOf,
  submit,
  watchCalls,
} from '../../support/accounts-screen'
import { sendCredit } from '../../support/credit-screen'
import { expectMessage } from '../../support/messages'
import { api, url } from '../../support/suite'
import { createTree, visitorAs } from '../../support/visitor-as'
import { balanceOf, createAccount, fund } from '../../support/world'

// API tests cover permissions by role, page tests cover the texts of each level and the accounts below an account.
const tree = createTree()
const cents = (value: number) => Math.round(value * 100) / 100
const [referIdColumn, pointsColumn] = [2, 4]

const balance = (id: string) => balanceOf(api, tree.superadmin, id)
describe('the list of admins', () => {
  const visitor = visitorAs('superadmin', { tree })
  const act = async (action: string, username: string) =>
    actOn(visitor.page, await findRow(visitor.page, username), action, username)

  async function openList(page: Page): Promise<void> {
    await page.getByRole('navigation').getByRole('link', { name: 'Admin', exact: true }).first().click()
    await heading(page, 'Admin').waitFor()
  }

  it('serves a superadmin who creates, edits, deactivates, activates and deletes an admin', async () => {
    const { user: own } = visitor.superadmin
    const page = await visitor.open('dashboard')
    const calls = {
      POST: watchCalls(page, 'POST'),
      PUT: watchCalls(page, 'PUT'),
      PATCH: watchCalls(page, 'PATCH'),
      DELETE: watchCalls(page, 'DELETE'),
    }
    await openList(page)
    await page.getByRole('main').getByRole('button', { name: 'Add Admin', exact: true }).click()
    await page.waitForURL(`${url}/superadmin/admin/create`)
    await heading(page, 'Add Admin').waitFor()
    // The suite has several superadmins, so an admin needs an explicit reference.
    await fillForm(page, { ...buildPerson('admin'), Reference: own.username })
    await submit(page).dblclick()
    await expectMessage(page, 'User created successfully!')
    const { username, pin } = await readCreated(page, 'admin')
    expect(calls.POST.filter(({ path }) => path === '/admins/create')).toHaveLength(1)
    expect(pin).toMatch(/^\d{4,8}$/)
    const cells = await (await findRow(page, username)).getByRole('cell').allTextContents()
    expect([cells[referIdColumn], cells[pointsColumn]]).toEqual([own.username, '0.00'])

    const [stored] = (await api.call(accountApi.admin.list, visitor.superadmin, { query: { q: username } })).data
    expect(stored).toMatchObject({ username, role: 'admin', userStatus: true, note: 'add notes', commission: 12.5 })
    expect(Object.keys(stored ?? {})).not.toContain('pin')
    const id = stored?._id ?? ''
    // The username and PIN are shown only once, so not after a reload.
    await page.reload()
    await findRow(page, username)
    expect(await page.getByRole('dialog').count()).toBe(0)

    await act('Edit', username)
    await page.waitForURL(`${url}/superadmin/admin/edit/${id}`)
    await heading(page, 'Edit Admin').waitFor()
    await field(page, 'First Name').fill('Changed')
    await submit(page).click()
    await expectMessage(page, 'User updated successfully!')
    await findRow(page, username)
    expect(calls.PUT.map(call => call.body)).toEqual([{ firstName: 'Changed' }])

    const login = () => api.send('POST', '/auth/login', { body: { username, password: demoPassword } })
    expect((await login()).status).toBe(200)
    for (const [action, status] of [
      ['Deactivate', 403],
      ['Activate', 200],
    ] as const) {
      const word = action.toLowerCase()
      const ask = async () => {
        await act(action, username)
        return confirmDialog(page, `${action} Confirmation`, `Are you sure you want to ${word} ${username}?`)
      }
      await answer(await ask(), 'Cancel')
      const sent = calls.PATCH.length
      await answer(await ask(), 'Confirm')
      await expectMessage(page, `User ${username} has been successfully ${word}d.`)
      expect(calls.PATCH.slice(sent)).toHaveLength(1)
      const { status: now, body } = await login()
      expect(now).toBe(status)
      if (status === 403) expect(body.message).toBe('This account is not active.')
    }

    await fund(api, visitor.superadmin, 'admin', id, 50.1)
    const before = await balance(own._id)
    const ask = async () => {
      await act('Delete', username)
      return confirmDialog(page, 'Delete Confirmation', `Are you sure you want to delete ${username}?`)
    }
    await answer(await ask(), 'Cancel')
    expect(calls.DELETE).toEqual([])
    await answer(await ask(), 'Confirm')
    await expectMessage(page, 'Admin deleted successfully.')
    await rowOf(page, username).waitFor({ state: 'detached' })
    expect(calls.DELETE).toHaveLength(1)
    expect(await balance(own._id)).toBe(cents(before + 50.1))
  })

  it('moves nothing for rejected transfers and take-backs, and the exact amount for booked ones', async () => {
    const payer = visitor.superadmin.user._id
    const { _id: id, username } = await createAccount(api, visitor.superadmin, 'admin', payer)
    const page = await visitor.open('dashboard')
    const posts = watchCalls(page, 'POST')
    const balances = async () => [await balance(payer), await balance(id)]
    const [before = 0] = await balances()
    const pointsInRow = async () =>
      points(await (await findRow(page, username)).getByRole('cell').nth(pointsColumn).textContent())

    await openList(page)
    await act('Credit Transfer', username)
    await page.waitForURL(`${url}/superadmin/admin/credittransfer/${id}`)
    await heading(page, 'Admin Credit Transfer').waitFor()
    await sendCredit(page, '999999999')
    await expectMessage(page, 'Insufficient balance.')
    await sendCredit(page, '75.25', 'not-the-password')
    await expectMessage(page, 'Invalid password')
    expect(await balances()).toEqual([before, 0])

    await sendCredit(page, '75.25')
    await expectMessage(page, 'Credit transfer successful!')
    expect(await balances()).toEqual([cents(before - 75.25), 75.25])
    expect(await field(page, 'Amount to Transfer').inputValue()).toBe('')
    await expect.poll(() => ownBalance(page)).toBe(cents(before - 75.25))
    await openList(page)
    await expect.poll(pointsInRow).toBe(75.25)

    await act('Credit Adjust', username)
    await page.waitForURL(`${url}/superadmin/admin/creditadjust/${id}`)
    await heading(page, 'Admin Credit Adjust').waitFor()
    const recipient = page.getByRole('region', { name: 'Recipient' })
    await recipient.getByText(username, { exact: true }).waitFor()
    expect(await recipient.textContent()).toMatch(/Individual Credit75\.25/)
    expect(await page.getByRole('region', { name: 'Sender' }).textContent()).toContain('Hierarchy Credit')
    await sendCredit(page, '75.26')
    await expectMessage(page, 'Insufficient balance.')
    await sendCredit(page, '25.15')
    await expectMessage(page, 'Credit adjustment successful!')
    expect(await balances()).toEqual([cents(before - 50.1), 50.1])
    expect(posts.at(-1)?.body).toMatchObject({ adjustAmount: 25.15, transactionType: 'credit' })
    await openList(page)
    await expect.poll(pointsInRow).toBe(50.1)
  })
})

describe('the details of an account', () => {
  const manager = visitorAs('superareamanager', { tree })

  it('lead from an area manager to a transfer of its credit to a master', async () => {
    const { areamanager, master } = tree.branch
    await fund(api, tree.superadmin, 'areamanager', areamanager._id, 500.5)
    const page = await manager.open(`areamanager/players/details/${areamanager._id}`, areamanager.username)
    await actOn(page, await findRow(page, master.username), 'Credit Transfer', master.username)
    await page.waitForURL(`${url}/superareamanager/master/players/details/${master._id}/credittransfer`)
    await heading(page, 'Master Credit Transfer').waitFor()
    await field(page, 'Sender account').click()
    await page.locator('.ant-select-dropdown').getByTitle(areamanager.username, { exact: true }).click()
    await sendCredit(page, '75.25')
    await expectMessage(page, 'Credit transfer successful!')
    expect([await balance(areamanager._id), await balance(master._id)]).toEqual([425.25, 75.25])
  })
})
