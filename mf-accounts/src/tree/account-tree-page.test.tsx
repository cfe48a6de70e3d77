import { ledgerApi } from '@cascade/contracts/accounts'
import { fakeBackend, on, type RecordedCall } from '@cascade/web-kit/testing'
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
/** Masters with an odd number have a child, which has a player. */
const masters = Array.from({ length: 2000 }, (_, index) => node(`master${index}`, 'master', index % 2))
const branchOf = (id: string) => {
  if (id === 'areamanager-0') return { node: node(id, 'areamanager', 2000), children: masters }
  if (id.startsWith('below'))
    return { node: node(id, 'master', 1), children: [node(id.replace('below', 'player'), 'player')] }
  return { node: node(id, 'master', 1), children: [node(id.replace('master', 'below'), 'master', 1)] }
}

async function openTree() {
  const backend = fakeBackend(
    on(ledgerApi.tree, ({ params }: RecordedCall<typeof ledgerApi.tree>) => answer(branchOf(String(params.accountId)))),
    on(ledgerApi.search, answer([{ ...node('player1', 'player'), path: ['areamanager-0', 'master1', 'below1'] }])),
  )
  const page = await open('areamanager', 'tree')
  const tree = await screen.findByRole('tree')
  return { backend, tree, ...page }
}

describe('the tree', () => {
  it('renders only visible rows', async () => {
    const { tree } = await openTree()
    expect(within(tree).getByText('master0')).toBeTruthy()
    expect(within(tree).getAllByRole('treeitem').length).toBeLessThan(60)
  })

  it('initially expands twenty branches of the second level, with one request each', async () => {
    const { tree, backend, user } = await openTree()
    expect(await within(tree).findByText('below1')).toBeTruthy()
    const read = () => backend.callsOf(ledgerApi.tree).map(({ params }) => String(params.accountId))
    const opened = Array.from({ length: 20 }, (_, index) => `master${2 * index + 1}`)
    expect(read()).toEqual(['areamanager-0', ...opened])
    await user.click(within(tree).getByRole('button', { name: 'Close master1' }))
    await waitFor(() => expect(within(tree).queryByText('below1')).toBeNull())
    await user.click(within(tree).getByRole('button', { name: 'Close master3' }))
    await waitFor(() => expect(within(tree).queryByText('below3')).toBeNull())
    expect(within(tree).queryByText('below1')).toBeNull()
    expect(read()).toHaveLength(21)
  })

  it('loads a branch when it is expanded', async () => {
    const { tree, backend, user } = await openTree()
    await user.click(await within(tree).findByRole('button', { name: 'Open below1' }))
    expect(await within(tree).findByText('player1')).toBeTruthy()
    expect(backend.callsOf(ledgerApi.tree)).toHaveLength(22)
    await user.click(within(tree).getByRole('button', { name: 'Close below1' }))
    await waitFor(() => expect(within(tree).queryByText('player1')).toBeNull())
  })

  it('has column headings, and labelled figures in each row', async () => {
    const { tree } = await openTree()
    for (const title of ['UserName', 'Role', 'Directly below', 'All below', 'Branch balance', 'Balance'])
      expect(screen.getAllByText(title).length).toBeGreaterThan(0)
    expect(within(tree).getAllByRole('treeitem')[0]?.textContent).toContain('Directly below 2,000')
  })

  it('expands the path to a search result', async () => {
    const { tree, user } = await openTree()
    await user.type(screen.getByLabelText('Find a username or unique id'), 'player1')
    await user.click(await screen.findByText('player1 · Player'))
    const match = await within(tree).findByText('player1')
    await waitFor(() => expect(match.closest('[role=treeitem]')?.getAttribute('aria-selected')).toBe('true'))
  })

  it('supports arrow keys', async () => {
    const { tree, user } = await openTree()
    tree.focus()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    const selected = () => tree.querySelector('[aria-selected=true]')?.textContent
    expect(selected()).toContain('master1')
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(selected()).toContain('areamanager-0')
  })
})
