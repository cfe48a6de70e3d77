import { type CardProps, type RegisteredRemote, useExtensionStore } from '@cascade/web-kit'
import { fakeBackend, signInAs } from '@cascade/web-kit/testing'
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { dashboardAnswers, memoizeLoad, openShell } from '../testing/open-shell'
import { sampleRemotes } from '../testing/sample-remotes'

afterEach(() => vi.unstubAllGlobals())

const remote = (id: string, more: Partial<RegisteredRemote> = {}): RegisteredRemote => ({
  id,
  title: id,
  version: '1',
  entry: `/mf/${id}/remoteEntry.js`,
  bases: [{ path: id, roles: ['admin'], label: `Page of ${id}`, order: 1 }],
  cards: [{ id: 'top', place: 'dashboard', title: `Card of ${id}`, order: 1, roles: ['admin'] }],
  ...more,
})

async function openDashboard(remotes: readonly RegisteredRemote[], failing: string[] = []) {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => {
    vi.restoreAllMocks()
    useExtensionStore.setState(useExtensionStore.getInitialState())
  })
  fakeBackend(...dashboardAnswers(signInAs()))
  const cards = { top: async () => ({ default: (_props: CardProps) => <p>content</p> }) }
  const load = memoizeLoad(async id => {
    if (failing.includes(id)) throw new Error('unreachable')
    return { id, routes: [{ path: id, element: <h1>{id}</h1> }], cards }
  })
  const document = () => Response.json({ remotes: [...sampleRemotes, ...remotes] })
  return openShell('/admin/dashboard', { load, document })
}

const card = async (title: string) => within((await screen.findByRole('heading', { name: title })).closest('section')!)

describe('the cards of remotes on the dashboard', () => {
  it('appear in their order, for their roles', async () => {
    const other = remote('masters', {
      cards: [{ id: 'top', place: 'dashboard', title: 'Other', order: 1, roles: ['master'] }],
    })
    const second = remote('second', {
      cards: [{ id: 'top', place: 'dashboard', title: 'Card of second', order: 2, roles: ['admin'] }],
    })
    await openDashboard([other, second, remote('first')])
    expect(await (await card('Card of first')).findByText('content')).toBeTruthy()
    const titles = screen.getAllByRole('heading', { name: /^Card of|^Other/ }).map(({ textContent }) => textContent)
    expect(titles).toEqual(['Card of first', 'Card of second'])
  })

  it('fail alone and offer Retry', async () => {
    const failing = ['down']
    const { user } = await openDashboard([remote('works'), remote('down')], failing)
    expect(await (await card('Card of works')).findByText('content')).toBeTruthy()
    const down = await card('Card of down')
    expect((await down.findByRole('alert')).textContent).toContain('down is not available right now')
    failing.pop()
    await user.click(down.getByRole('button', { name: 'Retry' }))
    expect(await down.findByText('content')).toBeTruthy()
  })
})

describe('a remote that needs an update', () => {
  it('says so in the menu and on its page, and is not loaded', async () => {
    const { user, loader } = await openDashboard([remote('older', { outdated: true })])
    await user.click(await screen.findByRole('link', { name: 'Page of older needs an update' }))
    expect(await screen.findByRole('heading', { name: 'older needs an update' })).toBeTruthy()
    expect(screen.queryByText('Card of older')).toBeNull()
    expect(loader.load).not.toHaveBeenCalledWith('older', expect.anything())
  })
})
