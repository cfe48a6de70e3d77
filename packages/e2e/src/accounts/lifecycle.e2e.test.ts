import { type BackOfficeRole, parentRoleOf } from '@cascade/contracts'
import { accountApi } from '@cascade/contracts/accounts'
import { demoPassword } from '@cascade/dev-stack'
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
  type Level,
  ownBalance,
  points,
  readCreated,
  rowOf,
  submit,
  watchCalls,
} from '../support/accounts-screen'
import { sendCredit } from '../support/credit-screen'
import { expectMessage } from '../support/messages'
import { api, url } from '../support/suite'
import { createTree, visitorAs } from '../support/visitor-as'
import { balanceOf, createAccount, fund } from '../support/world'

const cents = (value: number) => Math.round(value * 100) / 100

/** One walk per kind of screen: API tests cover permissions by role, page tests cover the texts of each level. */
const walks: readonly (readonly [actor: BackOfficeRole, level: Level, place: 'list' | 'details'])[] = [
  ['superadmin', 'admin', 'list'],
  ['superareamanager', 'master', 'details'],
]

/** From the specification: list title and delete message. Empty where no walk deletes. */
const lists: Partial<Record<Level, { title: string; deleted: string }>> = {
  admin: { title: 'Admin', deleted: 'Admin deleted successfully.' },
  areamanager: { title: 'Area Manager', deleted: '' },
  master: { title: 'Master', deleted: 'master deleted successfully.' },
}
const titleOf = (level: Level) => lists[level]?.title ?? ''
const deletedOf = (level: Level) => lists[level]?.deleted ?? ''
const [referIdColumn, pointsColumn] = [2, 4]

const tree = createTree()

describe.each(walks)('%s manages %s from the %s', (actor, level, place) => {
  const visitor = visitorAs(actor, { tree, fund: 500.5, sharesPage: true })
  const title = titleOf(level)
  const isList = place === 'list'

  const accountOf = (role: BackOfficeRole) => (role === 'superadmin' ? visitor.superadmin.user : visitor.branch[role])
  /** Parent of the account: the actor for a list, the intermediate account for a details page. */
  const parent = () => ({ ...accountOf(parentRoleOf(level) as BackOfficeRole), level: parentRoleOf(level) as Level })
  const balance = (id: string) => balanceOf(api, visitor.superadmin, id)
  const menu = (name: string) =>
    visitor.page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click()

  /** Navigates through the menu to the list of the level or to the details page of the parent. */
  async function openPlace(): Promise<void> {
    const { page } = visitor
    if (isList) {
      await menu(title)
      return heading(page, title).waitFor()
    }
    const { _id: id, username, level: parentLevel } = parent()
    await menu(titleOf(parentLevel))
    await heading(page, titleOf(parentLevel)).waitFor()
    await (await findRow(page, username)).getByRole('link', { name: username, exact: true }).click()
    await page.waitForURL(`${url}/${actor}/${parentLevel}/players/details/${id}`)
    await heading(page, username).waitFor()
  }
  const pathOfRow = (list: string, below: string) => `${url}/${actor}/${level}/${isList ? list : below}`
  const act = async (action: string, username: string) =>
    actOn(visitor.page, await findRow(visitor.page, username), action, username)

  it('creates, edits, deactivates, activates and deletes an account', async () => {
    const page = await visitor.open('dashboard')
    const calls = {
      POST: watchCalls(page, 'POST'),
      PUT: watchCalls(page, 'PUT'),
      PATCH: watchCalls(page, 'PATCH'),
      DELETE: watchCalls(page, 'DELETE'),
    }
    await openPlace()
    await page
      .getByRole('main')
      .getByRole('button', { name: `Add ${title}`, exact: true })
      .click()
    await page.waitForURL(
      isList
        ? `${url}/${actor}/${level}/create`
        : `${url}/${actor}/${parent().level}/players/details/${parent()._id}/create`,
    )
    await heading(page, `Add ${title}`).waitFor()
    // The suite has several superadmins, so an admin needs an explicit reference.
    await fillForm(page, { ...buildPerson(level), ...(level === 'admin' ? { Reference: parent().username } : {}) })
    await submit(page).dblclick()
    await expectMessage(page, 'User created successfully!')
    const { username, pin } = await readCreated(page, level)
    expect(calls.POST.filter(({ path }) => path.endsWith('/create') || path.endsWith('/children'))).toHaveLength(1)
    if (level === 'admin') expect(pin).toMatch(/^\d{4,8}$/)
    const cells = await (await findRow(page, username)).getByRole('cell').allTextContents()
    expect(cells[referIdColumn]).toBe(parent().username)
    expect(cells[pointsColumn]).toBe('0.00')

    const query = { q: username }
    const [stored] = (await api.call(accountApi[level].list, visitor.superadmin, { query })).data
    expect(stored).toMatchObject({ username, role: level, userStatus: true, note: 'add notes' })
    expect(stored).toMatchObject({ commission: level === 'admin' ? 12.5 : 7.25 })
    expect(Object.keys(stored ?? {})).not.toContain('pin')
    if (level !== 'admin') expect(stored).toMatchObject({ country: 'IN', state: 'MH', city: 'Mumbai' })
    const id = stored?._id ?? ''
    if (isList) {
      // The username and PIN are shown only once, so not after a reload.
      await page.reload()
      await findRow(page, username)
      expect(await page.getByRole('dialog').count()).toBe(0)
    }
    await act('Edit', username)
    await page.waitForURL(pathOfRow(`edit/${id}`, `players/${id}/edit`))
    await heading(page, `Edit ${title}`).waitFor()
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
      if (isList) await answer(await ask(), 'Cancel')
      const sent = calls.PATCH.length
      await answer(await ask(), 'Confirm')
      await expectMessage(page, `User ${username} has been successfully ${word}d.`)
      expect(calls.PATCH.slice(sent)).toHaveLength(1)
      const { status: now, body } = await login()
      expect(now).toBe(status)
      if (status === 403) expect(body.message).toBe('This account is not active.')
    }
    expect(calls.PATCH).toHaveLength(2)

    await fund(api, visitor.superadmin, level, id, 50.1)
    const before = await balance(parent()._id)
    const ask = async () => {
      await act('Delete', username)
      return confirmDialog(page, 'Delete Confirmation', `Are you sure you want to delete ${username}?`)
    }
    if (isList) await answer(await ask(), 'Cancel')
    expect(calls.DELETE).toEqual([])
    await answer(await ask(), 'Confirm')
    await expectMessage(page, deletedOf(level))
    await rowOf(page, username).waitFor({ state: 'detached' })
    expect(calls.DELETE).toHaveLength(1)
    expect(await balance(parent()._id)).toBe(cents(before + 50.1))
  })

  it('transfers credit and takes it back: rejected requests move nothing, booked ones move the exact amount', async () => {
    const payer = isList ? visitor.user.user._id : parent()._id
    if (!isList) await fund(api, visitor.superadmin, parent().level, payer, 500.5)
    const { _id: id, username } = await createAccount(api, visitor.superadmin, level, parent()._id)
    const page = await visitor.open('dashboard')
    const posts = watchCalls(page, 'POST')
    const balances = async () => [await balance(payer), await balance(id)]
    const [before = 0] = await balances()
    const chooseSender = async () => {
      if (isList) return
      await field(page, 'Sender account').click()
      await page.locator('.ant-select-dropdown').getByTitle(parent().username, { exact: true }).click()
    }
    const pointsInRow = async () =>
      points(await (await findRow(page, username)).getByRole('cell').nth(pointsColumn).textContent())

    await openPlace()
    await act('Credit Transfer', username)
    await page.waitForURL(pathOfRow(`credittransfer/${id}`, `players/details/${id}/credittransfer`))
    await heading(page, `${title} Credit Transfer`).waitFor()
    await chooseSender()
    await sendCredit(page, '999999999')
    await expectMessage(page, 'Insufficient balance.')
    await sendCredit(page, '75.25', 'not-the-password')
    await expectMessage(page, 'Invalid password')
    expect(await balances()).toEqual([before, 0])

    await sendCredit(page, '75.25')
    await expectMessage(page, 'Credit transfer successful!')
    expect(await balances()).toEqual([cents(before - 75.25), 75.25])
    expect(await field(page, 'Amount to Transfer').inputValue()).toBe('')
    await expect.poll(() => ownBalance(page)).toBe(await balance(visitor.user.user._id))
    await openPlace()
    await expect.poll(pointsInRow).toBe(75.25)

    await act('Credit Adjust', username)
    await page.waitForURL(pathOfRow(`creditadjust/${id}`, `players/details/${id}/creditadjust`))
    await heading(page, `${title} Credit Adjust`).waitFor()
    const recipient = page.getByRole('region', { name: 'Recipient' })
    await recipient.getByText(username, { exact: true }).waitFor()
    expect(await recipient.textContent()).toMatch(/Individual Credit75\.25/)
    expect(await page.getByRole('region', { name: 'Sender' }).textContent()).toContain('Hierarchy Credit')
    await chooseSender()
    await sendCredit(page, '75.26')
    await expectMessage(page, 'Insufficient balance.')
    await sendCredit(page, '25.15')
    await expectMessage(page, 'Credit adjustment successful!')
    expect(await balances()).toEqual([cents(before - 50.1), 50.1])
    expect(posts.at(-1)?.body).toMatchObject({ adjustAmount: 25.15, transactionType: 'credit' })
    await openPlace()
    await expect.poll(pointsInRow).toBe(50.1)
  })
})
