import { type BackOfficeRole, backOfficeRoles, childRoleOf, parentRoleOf } from '@cascade/contracts'
import { accountApi } from '@cascade/contracts/accounts'
import { demoPassword } from '@cascade/dev-stack'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import {
  answer,
  confirmDialog,
  field,
  fillForm,
  findRow,
  heading,
  ownBalance,
  personFor,
  points,
  readCreated,
  rowButton,
  rowOf,
  submit,
  watchCalls,
} from '../support/accounts-screen'
import { apiAt, type Session } from '../support/api'
import { launchBrowser, signIn, type Visit, visit } from '../support/browser'
import { alerts, says, sendCredit } from '../support/credit-screen'
import { type Level, levelTexts } from '../support/levels'
import { type Branch, balanceOf, createBranch, fund } from '../support/world'

const url = inject('suiteUrl')
const api = apiAt(url)
let browser: Browser
let superadmin: Session

beforeAll(async () => {
  browser = await launchBrowser()
  superadmin = await api.login('superadmin')
})
afterAll(() => browser?.close())

const balance = (id: string) => balanceOf(api, superadmin, id)
const cents = (value: number) => Math.round(value * 100) / 100

/** Each role walks the level below it in its list, and the one below that on the details page of the parent. */
const walks = backOfficeRoles.flatMap(actor => {
  const child = childRoleOf(actor) as Level
  const grandchild = childRoleOf(child) as Level | undefined
  return [[actor, child, 'list'] as const, ...(grandchild ? [[actor, grandchild, 'details'] as const] : [])]
})

describe.each(walks)('%s manages %s from the %s', (actor, level, place) => {
  const texts = levelTexts[level]
  const isList = place === 'list'
  let visitor: Visit
  let page: Page
  let branch: Branch
  let parent: { id: string; username: string; level: BackOfficeRole }
  let account: { id: string; username: string }
  let calls: Record<'POST' | 'PUT' | 'PATCH' | 'DELETE', { path: string; body: unknown }[]>

  beforeAll(async () => {
    branch = await createBranch(api, superadmin)
    const parentRole = parentRoleOf(level) as BackOfficeRole
    const { _id: id, username } = parentRole === 'superadmin' ? superadmin.user : branch[parentRole]
    parent = { id, username, level: parentRole }
    for (const role of new Set([actor, parentRole]))
      if (role !== 'superadmin') await fund(api, superadmin, role, branch[role]._id, 500.5)
    visitor = await visit(browser)
    page = visitor.page
    calls = {
      POST: watchCalls(page, 'POST'),
      PUT: watchCalls(page, 'PUT'),
      PATCH: watchCalls(page, 'PATCH'),
      DELETE: watchCalls(page, 'DELETE'),
    }
    await signIn(page, url, actor === 'superadmin' ? actor : branch[actor].username)
  })
  afterAll(() => visitor?.close())

  const menu = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click()

  /** The table of the walk: the level's list, or the parent's details reached through its link. */
  async function openPlace(): Promise<void> {
    if (isList) {
      await menu(texts.list)
      return heading(page, texts.list).waitFor()
    }
    const parentLevel = parent.level as Level
    await menu(levelTexts[parentLevel].list)
    await heading(page, levelTexts[parentLevel].list).waitFor()
    await (await findRow(page, parent.username)).getByRole('link', { name: parent.username, exact: true }).click()
    await page.waitForURL(`${url}/${actor}/${parentLevel}/players/details/${parent.id}`)
    await heading(page, parent.username).waitFor()
  }
  const pathOfRow = (list: string, below: string) => `${url}/${actor}/${level}/${isList ? list : below}`
  async function act(action: string) {
    await rowButton(await findRow(page, account.username), action, account.username).click()
  }

  it('creates one with every required field and shows the generated username once', async () => {
    await openPlace()
    const button = isList ? texts.add?.button : texts.add?.below
    await page.getByRole('main').getByRole('button', { name: button, exact: true }).click()
    await page.waitForURL(
      isList
        ? `${url}/${actor}/${level}/create`
        : `${url}/${actor}/${parent.level}/players/details/${parent.id}/create`,
    )
    await heading(page, texts.add?.title ?? '').waitFor()
    await fillForm(page, personFor(level))
    await submit(page).click()
    await says(page, 'User created successfully!')
    const created = await readCreated(page, level)
    if (level === 'admin') expect(created.pin).toMatch(/^\d{4,8}$/)
    const row = await findRow(page, created.username)
    const cells = await row.getByRole('cell').allTextContents()
    expect(cells[texts.columns.indexOf('Refer ID')]).toBe(parent.username)
    expect(cells[texts.columns.indexOf('Points')]).toBe('0.00')

    const { data } = await api.call(accountApi[level].list, superadmin, { query: { q: created.username } })
    const [stored] = data
    expect(stored).toMatchObject({ username: created.username, role: level, userStatus: true, note: 'add notes' })
    expect(stored).toMatchObject({ commission: { admin: 12.5, player: 2.5 }[level as 'admin'] ?? 7.25 })
    expect(Object.keys(stored ?? {})).not.toContain('pin')
    if (level !== 'admin') expect(stored).toMatchObject({ country: 'IN', state: 'MH', city: 'Mumbai' })
    account = { id: stored?._id ?? '', username: created.username }
    await page.reload()
    await heading(page, isList ? texts.list : parent.username).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('sends nothing when nothing is edited, and one field when one is', async () => {
    await act('Edit')
    await page.waitForURL(pathOfRow(`edit/${account.id}`, `players/${account.id}/edit`))
    await heading(page, texts.edit).waitFor()
    await field(page, 'First Name').fill('Other')
    await field(page, 'First Name').fill('Test')
    await submit(page).click()
    await findRow(page, account.username)
    expect(calls.PUT).toEqual([])

    await act('Edit')
    await field(page, 'First Name').fill('Changed')
    await submit(page).click()
    await says(page, 'User updated successfully!')
    await findRow(page, account.username)
    expect(calls.PUT.map(call => call.body)).toEqual([{ firstName: 'Changed' }])
  })

  it('transfers credit: refusals move nothing, a booking moves exactly the amount', async () => {
    const payer = isList ? actorId() : parent.id
    const before = [await balance(payer), await balance(account.id)] as const
    await act('Credit Transfer')
    await page.waitForURL(pathOfRow(`credittransfer/${account.id}`, `players/details/${account.id}/credittransfer`))
    await heading(page, texts.transfer).waitFor()
    await chooseSender()
    await sendCredit(page, '999999999')
    await alerts(page, 'Insufficient balance.')
    await sendCredit(page, '75.25', 'not-the-password')
    await says(page, 'Invalid password')
    expect([await balance(payer), await balance(account.id)]).toEqual(before)

    await sendCredit(page, '75.25')
    await says(page, 'Credit transfer successful!')
    expect([await balance(payer), await balance(account.id)]).toEqual([cents(before[0] - 75.25), 75.25])
    expect(await field(page, 'Amount to Transfer').inputValue()).toBe('')
    await expect.poll(() => ownBalance(page)).toBe(await balance(actorId()))
    await openPlace()
    await expect.poll(pointsInRow).toBe(75.25)
  })

  it('adjusts credit: takes exactly the amount back', async () => {
    const payer = isList ? actorId() : parent.id
    const before = await balance(payer)
    await act('Credit Adjust')
    await page.waitForURL(pathOfRow(`creditadjust/${account.id}`, `players/details/${account.id}/creditadjust`))
    await heading(page, texts.adjust).waitFor()
    const recipient = page.getByRole('region', { name: 'Recipient' })
    await recipient.getByText(account.username, { exact: true }).waitFor()
    expect(await recipient.textContent()).toMatch(/Individual Credit75\.25/)
    expect(await page.getByRole('region', { name: 'Sender' }).textContent()).toContain('Hierarchy Credit')
    await chooseSender()
    await sendCredit(page, '75.26')
    await alerts(page, 'Insufficient balance.')
    await sendCredit(page, '25.15')
    await says(page, 'Credit adjustment successful!')
    expect([await balance(payer), await balance(account.id)]).toEqual([cents(before + 25.15), 50.1])
    expect(calls.POST.at(-1)?.body).toMatchObject({ adjustAmount: 25.15, transactionType: 'credit' })
    await openPlace()
    await expect.poll(pointsInRow).toBe(50.1)
  })

  it('deactivates after a question, which ends the login, and activates again', async () => {
    const login = () =>
      api.send('POST', '/auth/login', { body: { username: account.username, password: demoPassword } })
    expect((await login()).status).toBe(200)
    for (const [action, status] of [
      ['Deactivate', 403],
      ['Activate', 200],
    ] as const) {
      await act(action)
      const word = action.toLowerCase()
      const question = `Are you sure you want to ${word} ${account.username}?`
      await answer(await confirmDialog(page, `${action} Confirmation`, question), 'Cancel')
      const sent = calls.PATCH.length
      await act(action)
      await answer(await confirmDialog(page, `${action} Confirmation`, question), 'Confirm')
      await page.getByText(`User ${account.id} has been successfully ${word}d.`, { exact: true }).waitFor()
      expect(calls.PATCH.slice(sent)).toHaveLength(1)
      const { status: now, body } = await login()
      expect(now).toBe(status)
      if (status === 403) expect(body.message).toBe('This account is not active.')
    }
    expect(calls.PATCH).toHaveLength(2)
  })

  it('deletes after a question, and what was left returns to the parent', async () => {
    const before = await balance(parent.id)
    const question = `Are you sure you want to delete ${account.username}?`
    await act('Delete')
    await answer(await confirmDialog(page, 'Delete Confirmation', question), 'Cancel')
    expect(calls.DELETE).toEqual([])
    await act('Delete')
    await answer(await confirmDialog(page, 'Delete Confirmation', question), 'Confirm')
    await page.getByText(isList ? texts.deleted : texts.deletedBelow, { exact: true }).waitFor()
    await rowOf(page, account.username).waitFor({ state: 'detached' })
    expect(calls.DELETE).toHaveLength(1)
    expect(await balance(parent.id)).toBe(cents(before + 50.1))
  })

  const actorId = () => (actor === 'superadmin' ? superadmin.user._id : branch[actor]._id)
  async function chooseSender() {
    if (isList) return
    await field(page, 'Sender account').click()
    await page.locator('.ant-select-dropdown').getByTitle(parent.username, { exact: true }).click()
  }
  async function pointsInRow() {
    const row = await findRow(page, account.username)
    return points(await row.getByRole('cell').nth(texts.columns.indexOf('Points')).textContent())
  }
})
