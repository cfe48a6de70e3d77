import { accountApi } from '@cascade/contracts/accounts'
import { describe, expect, it } from 'vitest'
import { rowOf } from '../../support/accounts-screen'
import { expectMessage } from '../../support/messages'
import { api } from '../../support/suite'
import { visitorAs } from '../../support/visitor-as'
import { balanceOf, fund } from '../../support/world'

const visitor = visitorAs('master')

describe('a deleted account', () => {
  it('is listed for those above, read with its statement, and restored without its balance', async () => {
    const { superadmin, branch } = visitor
    const { _id, username } = branch.player
    await fund(api, superadmin, 'player', _id, 100)
    await api.call(accountApi.player.remove, superadmin, { params: { id: _id } })
    const page = await visitor.open('player?status=deleted', 'Player')
    const row = rowOf(page, username)
    await row.getByText(superadmin.user.username).waitFor()
    await row.getByRole('link', { name: username }).click()
    await page.getByText(/^Deleted .* It can be restored until/).waitFor()
    await page.getByRole('button', { name: 'Statement' }).click()
    await page.getByRole('cell', { name: 'return', exact: true }).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
    await expectMessage(page, `${username} is restored.`)
    await page.getByText(`Restored by ${visitor.user.user.username}`).waitFor()
    await page.getByText(/It can be restored until/).waitFor({ state: 'detached' })
    expect(await balanceOf(api, superadmin, _id)).toBe(0)
    expect(await balanceOf(api, superadmin, branch.master._id)).toBe(100)
    expect(visitor.faults).toEqual([])
  })
})
