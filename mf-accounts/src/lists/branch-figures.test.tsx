import { accountApi, childrenApi, ledgerApi } from '@cascade/contracts/accounts'
import { fakeBackend, on, type RecordedCall } from '@cascade/web-kit/testing'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { detailsResponses, noSessions } from '../testing/details'
import { answer, listAnswer, makeAccount } from '../testing/make-account'
import { open } from '../testing/open-remote'
import { chooseFromMenu } from '../testing/row-actions'

const branch = { balance: 5060, direct: 4, all: 1207 }
const master = makeAccount({ _id: 'm1', username: 'master1', role: 'master', branch })

const openMasters = async (...more: Parameters<typeof fakeBackend>) => {
  const backend = fakeBackend(
    noSessions,
    ...more,
    on(accountApi.master.list, ({ query }: RecordedCall) => ({
      ...listAnswer(master),
      ...(query.sums ? { balance: 1234.5, branch: { balance: 5060, all: 1207 } } : {}),
    })),
  )
  const page = await open('admin', 'master')
  await screen.findByText('master1')
  return { backend, ...page }
}

describe('subtree figures', () => {
  it('are shown in the details', async () => {
    fakeBackend(
      on(accountApi.master.read, answer(master)),
      on(childrenApi.master.list, listAnswer()),
      ...detailsResponses,
    )
    await open('admin', 'master/players/details/m1')
    const card = within((await screen.findByRole('heading', { name: 'Branch' })).closest('section')!)
    expect(card.getAllByRole('definition').map(each => each.textContent)).toEqual(['5,060.00', '4', '1,207'])
  })

  it('are optional columns of a list, with sums below it', async () => {
    const { user } = await openMasters()
    expect(screen.queryByRole('columnheader', { name: 'Branch balance' })).toBeNull()
    expect(await screen.findByText(/Branches/)).toHaveProperty(
      'textContent',
      'Sum 1,234.50 · Branches 5,060.00 · All below 1,207',
    )
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Branch balance' }))
    await user.click(screen.getByRole('checkbox', { name: 'All below' }))
    expect(await screen.findByRole('columnheader', { name: 'Branch balance' })).toBeTruthy()
    const row = screen.getByText('master1').closest('tr')!
    expect(within(row).getByText('5,060.00')).toBeTruthy()
    expect(within(row).getByText('1,207')).toBeTruthy()
  })

  it('show the size of the subtree in a deactivation, without reading the tree', async () => {
    const { user, backend } = await openMasters()
    await chooseFromMenu(user, 'Deactivate', 'master1')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/the 1,207 below it/)).toBeTruthy()
    expect(backend.callsOf(ledgerApi.tree)).toEqual([])
  })

  it('survive an optimistic status change', async () => {
    const { user, backend } = await openMasters(on(accountApi.master.toggle, { success: true }))
    await screen.findByText(/Branches/)
    await chooseFromMenu(user, 'Deactivate', 'master1')
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('User status updated successfully.')).toBeTruthy()
    expect(backend.callsOf(accountApi.master.toggle)).toHaveLength(1)
    expect(screen.getByText(/Branches/)).toBeTruthy()
  })

  it('are shown in the tree', async () => {
    const node = { _id: 'admin-0', username: 'admin0', role: 'admin' as const, userStatus: true, walletBalance: 1 }
    fakeBackend(on(ledgerApi.tree, answer({ node: { ...node, children: 4, branch }, children: [] })))
    await open('admin', 'tree')
    const { textContent } = await screen.findByRole('treeitem')
    for (const figure of ['Directly below 4', 'All below 1,207', 'Branch balance 5,060.00']) {
      expect(textContent).toContain(figure)
    }
  })
})
