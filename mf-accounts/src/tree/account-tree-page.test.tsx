import { ledgerApi } from '@cascade/contracts/accounts'
import { fakeBackend, on, type SeenCall } from '@cascade/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answer } from '../testing/make-account'
import { open } from '../testing/open-remote'
import type { TreeNode } from './calls'

const node = (_id: string, role: TreeNode['role'], children = 0): TreeNode => ({
  _id,
  username: _id,
  role,
  userStatus: true,
  walletBalance: 10,
  children,
})
const branches: Record<string, { node: TreeNode; children: TreeNode[] }> = {
  'areamanager-0': {
    node: node('areamanager-0', 'areamanager', 2000),
    children: Array.from({ length: 2000 }, (_, index) => node(`master${index}`, 'master', 1)),
  },
  master5: { node: node('master5', 'master', 1), children: [node('player9', 'player')] },
}

async function openTree() {
  const backend = fakeBackend(
    on(ledgerApi.tree, ({ params }: SeenCall<typeof ledgerApi.tree>) => answer(branches[String(params.accountId)])),
    on(ledgerApi.search, answer([{ ...node('player9', 'player'), path: ['areamanager-0', 'master5'] }])),
  )
  const page = await open('areamanager', 'tree')
  const tree = await screen.findByRole('tree')
  return { backend, tree, ...page }
}

describe('the tree', () => {
  it('holds only the rows in view in the document', async () => {
    const { tree } = await openTree()
    expect(within(tree).getByText('master0')).toBeTruthy()
    expect(within(tree).getAllByRole('treeitem').length).toBeLessThan(60)
  })

  it('opens a branch when asked and reads it then', async () => {
    const { tree, backend, user } = await openTree()
    expect(backend.callsOf(ledgerApi.tree)).toHaveLength(1)
    await user.click(within(tree).getByRole('button', { name: 'Open master5' }))
    expect(await within(tree).findByText('player9')).toBeTruthy()
    await user.click(within(tree).getByRole('button', { name: 'Close master5' }))
    await waitFor(() => expect(within(tree).queryByText('player9')).toBeNull())
  })

  it('opens the way to what the search finds', async () => {
    const { tree, user } = await openTree()
    await user.type(screen.getByLabelText('Find a username or unique id'), 'player9')
    await user.click(await screen.findByText('player9 · Player'))
    const found = await within(tree).findByText('player9')
    await waitFor(() => expect(found.closest('[role=treeitem]')?.getAttribute('aria-selected')).toBe('true'))
  })

  it('is walked with the keys', async () => {
    const { tree, user } = await openTree()
    tree.focus()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    const selected = () => tree.querySelector('[aria-selected=true]')?.textContent
    expect(selected()).toContain('master1')
    await user.keyboard('{ArrowLeft}')
    expect(selected()).toContain('areamanager-0')
  })
})
