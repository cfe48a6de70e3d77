import { sideRoles } from '@cascade/contracts'
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import {
  answer,
  confirmDialog,
  field,
  findRow,
  heading,
  ownBalance,
  rowButton,
  submit,
  watchCalls,
} from '../support/accounts-screen'
import { apiAt, type Session } from '../support/api'
import { launchBrowser, signIn, type Visit, visit } from '../support/browser'
import { alerts, says, sendCredit } from '../support/credit-screen'
import { levelTexts } from '../support/levels'
import { holdConnection } from '../support/presence'
import { type Branch, balanceOf, createBranch, fund } from '../support/world'

const url = inject('suiteUrl')
const api = apiAt(url)
let browser: Browser
let superadmin: Session
let branch: Branch
let visitor: Visit
let page: Page

beforeAll(async () => {
  browser = await launchBrowser()
  superadmin = await api.login('superadmin')
  branch = await createBranch(api, superadmin)
  await fund(api, superadmin, 'admin', branch.admin._id, 1000)
  visitor = await visit(browser)
  page = visitor.page
  await signIn(page, url, branch.admin.username)
})
afterAll(async () => {
  await visitor?.close()
  await browser?.close()
})

const balance = (id: string) => balanceOf(api, superadmin, id)
const menu = (base: string) => page.getByRole('navigation').locator(`a[href="/admin/${base}"]`).first().click()

describe.each(sideRoles)('the %s account of an admin', level => {
  const texts = levelTexts[level]
  const own = () => branch[level]
  const act = async (action: string) => rowButton(await findRow(page, own().username), action, own().username).click()

  it('stands alone in a list without create, toggle and delete', async () => {
    await menu(level)
    await heading(page, texts.list).waitFor()
    const row = await findRow(page, own().username)
    const actions = await Promise.all(
      (await row.getByRole('button').all()).map(each => each.getAttribute('aria-label')),
    )
    expect(actions).toEqual(texts.rowActions.map(action => `${action} ${own().username}`))
    expect(await page.getByRole('main').getByRole('button', { name: /^Add / }).count()).toBe(0)
    expect(await row.getByRole('link').count()).toBe(0)
    expect(await row.getByRole('cell').nth(2).textContent()).toBe(branch.admin.username)
  })

  it('is edited with one field sent', async () => {
    const puts = watchCalls(page, 'PUT')
    await act('Edit')
    await heading(page, texts.edit).waitFor()
    await field(page, 'Last Name').fill('Drawer')
    await submit(page).click()
    await says(page, 'User updated successfully!')
    await findRow(page, own().username)
    expect(puts.map(call => call.body)).toEqual([{ lastName: 'Drawer' }])
  })

  it('gets credit and gives it back, exactly', async () => {
    const before = await balance(branch.admin._id)
    await act('Credit Transfer')
    await heading(page, texts.transfer).waitFor()
    await sendCredit(page, '100.01', 'not-the-password')
    await says(page, 'Invalid password')
    await sendCredit(page, '100.01')
    await says(page, 'Credit transfer successful!')
    expect([await balance(branch.admin._id), await balance(own()._id)]).toEqual([round(before - 100.01), 100.01])

    await menu(level)
    await act('Credit Adjust')
    await heading(page, texts.adjust).waitFor()
    await sendCredit(page, '100.02')
    await alerts(page, 'Insufficient balance.')
    await sendCredit(page, '99.99')
    await says(page, 'Credit adjustment successful!')
    expect([await balance(branch.admin._id), await balance(own()._id)]).toEqual([round(before - 0.02), 0.02])
    await expect.poll(() => ownBalance(page)).toBe(round(before - 0.02))
    await menu(level)
  })
})

it('logs a player out after the question of a delete', async () => {
  const { username } = branch.player
  const player = await api.login(username)
  const game = await visit(browser)
  await game.page.goto(`${url}/landing`)
  await holdConnection(game.page, player.token)
  await menu('player')
  await heading(page, 'Player').waitFor()
  const row = await findRow(page, username)
  await showsAs(row, 'Online')
  const question = `Are you sure you want to delete ${username}?`
  const logout = rowButton(row, 'Logout', username)
  await logout.click()
  await answer(await confirmDialog(page, 'Delete Confirmation', question), 'Cancel')
  expect((await api.send('GET', '/auth/session', { token: player.token })).status).toBe(200)
  await logout.click()
  await answer(await confirmDialog(page, 'Delete Confirmation', question), 'Confirm')
  await says(page, 'player logout successfully.')
  await showsAs(row, 'Offline')
  await expect.poll(async () => (await api.send('GET', '/auth/session', { token: player.token })).status).toBe(401)
  expect((await api.send('GET', `/player/${branch.player._id}`, { token: superadmin.token })).status).toBe(200)
  await game.close()
})

/** The server hears of connections every few seconds. */
const showsAs = (row: Locator, status: 'Online' | 'Offline') =>
  expect
    .poll(
      async () => {
        await page.getByRole('button', { name: 'Reload' }).click()
        return (await row.getByRole('cell').nth(5).textContent())?.trim()
      },
      { timeout: 20_000, interval: 500 },
    )
    .toBe(status)

const round = (value: number) => Math.round(value * 100) / 100
