import { describe, expect, it } from 'vitest'
import { actOn, answer, confirmDialog, findRow, rowOf } from '../../support/accounts-screen'
import { visit } from '../../support/browser/browser'
import { expectMessage } from '../../support/messages'
import { expectPresence, holdConnection } from '../../support/presence'
import { api, url } from '../../support/suite'
import { visitorAs } from '../../support/visitor-as'

const visitor = visitorAs('admin')

describe('an online player', () => {
  it('is shown as online without a reload, and is logged out once the operator confirms', async () => {
    const { username, _id } = visitor.branch.player
    const page = await visitor.open('onlineplayers', 'Online Players')
    const player = await api.login(username)
    const game = await visit()
    await game.page.goto(`${url}/landing`)
    await holdConnection(game.page, player.token)
    await rowOf(page, username).getByText('Online', { exact: true }).waitFor()

    await visitor.open('player', 'Player')
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
