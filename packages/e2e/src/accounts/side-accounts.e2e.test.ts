import { describe, expect, it } from 'vitest'
import {
  actOn,
  answer,
  confirmDialog,
  field,
  findRow,
  heading,
  ownBalance,
  submit,
  watchCalls,
} from '../support/accounts-screen'
import { visit } from '../support/browser/browser'
import { sendCredit } from '../support/credit-screen'
import { expectMessage } from '../support/messages'
import { expectPresence, holdConnection } from '../support/presence'
import { api, url } from '../support/suite'
import { createTree, visitorAs } from '../support/visitor-as'
import { balanceOf } from '../support/world'

const round = (value: number) => Math.round(value * 100) / 100

const tree = createTree()

describe('the loan account of an admin', () => {
  const visitor = visitorAs('admin', { tree, fund: 1000, sharesPage: true })
  const own = () => visitor.branch.loan
  const balances = async () => [
    await balanceOf(api, visitor.superadmin, visitor.branch.admin._id),
    await balanceOf(api, visitor.superadmin, own()._id),
  ]
  const act = async (action: string) =>
    actOn(visitor.page, await findRow(visitor.page, own().username), action, own().username)

  it('the loan account of an admin can be edited, receives credit and returns it to the exact cent', async () => {
    const [before = 0] = await balances()
    const page = await visitor.open('loan', 'Loan')
    const puts = watchCalls(page, 'PUT')
    await act('Edit')
    await heading(page, 'Edit Gift').waitFor()
    await field(page, 'Last Name').fill('Drawer')
    await submit(page).click()
    await expectMessage(page, 'User updated successfully!')
    await act('Credit Transfer')
    expect(puts.map(call => call.body)).toEqual([{ lastName: 'Drawer' }])
    await heading(page, 'Loan Credit Transfer').waitFor()
    await sendCredit(page, '100.01')
    await expectMessage(page, 'Credit transfer successful!')
    expect(await balances()).toEqual([round(before - 100.01), 100.01])

    await visitor.open('loan', 'Loan')
    await act('Credit Adjust')
    await heading(page, 'Loan Credit Adjust').waitFor()
    await sendCredit(page, '100.02')
    await expectMessage(page, 'Insufficient balance.')
    await sendCredit(page, '99.99')
    await expectMessage(page, 'Credit adjustment successful!')
    expect(await balances()).toEqual([round(before - 0.02), 0.02])
    await expect.poll(() => ownBalance(page)).toBe(round(before - 0.02))
  })
})

describe('an online player', () => {
  const visitor = visitorAs('admin', { tree })

  it('an online player is logged out once the operator confirms', async () => {
    const { username, _id } = visitor.branch.player
    const player = await api.login(username)
    const game = await visit()
    await game.page.goto(`${url}/landing`)
    await holdConnection(game.page, player.token)
    const page = await visitor.open('player', 'Player')
    const row = await findRow(page, username)
    await expectPresence(page, row, 'Online')
    const question = `Are you sure you want to delete ${username}?`
    await actOn(page, row, 'Logout', username)
    await answer(await confirmDialog(page, 'Delete Confirmation', question), 'Cancel')
    const session = async () => (await api.send('GET', '/auth/session', { token: player.token })).status
    expect(await session()).toBe(200)
    await actOn(page, row, 'Logout', username)
    await answer(await confirmDialog(page, 'Delete Confirmation', question), 'Confirm')
    await expectMessage(page, 'player logout successfully.')
    await expectPresence(page, row, 'Offline')
    await expect.poll(session).toBe(401)
    expect((await api.send('GET', `/player/${_id}`, { token: visitor.superadmin.token })).status).toBe(200)
  })
})
