import { ledgerApi } from '@cascade/contracts/accounts'
import { type FoundDraw, liveApi } from '@cascade/contracts/live'
import { fakeBackend, on, type RecordedCall, rejection, signInAs } from '@cascade/web-kit/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { dashboardAnswers, memoizeLoad, openShell } from '../testing/open-shell'
import { useManual, useOpenDialog } from './palette-state'

afterEach(() => vi.unstubAllGlobals())

const player = {
  _id: 'p7',
  username: 'player7',
  role: 'player',
  userStatus: false,
  walletBalance: 1234.5,
  children: 0,
  path: ['a1', 'm1'],
  names: ['admin1', 'master1'],
}
const found = on(ledgerApi.search, { success: true, data: [player] })

let users = 0
async function open(
  options: { search?: ReturnType<typeof on>; draws?: FoundDraw[]; page?: React.ReactNode; url?: string } = {},
) {
  const user = signInAs({ _id: `user-${++users}`, username: `admin${users}` })
  const draws = on(liveApi.findDraws, { success: true, data: options.draws ?? [] })
  const backend = fakeBackend(...dashboardAnswers(user), options.search ?? found, draws)
  const routes = [
    { path: 'game/*', element: <h1>games</h1> },
    { path: 'player/*', element: options.page ?? <h1>players</h1> },
    { path: 'profile', element: <h1>profile</h1> },
  ]
  const view = await openShell(options.url ?? '/admin/dashboard', { load: memoizeLoad(async id => ({ id, routes })) })
  await screen.findByRole('link', { name: 'Player' })
  const at = (address: string) =>
    waitFor(() => {
      const { pathname, search } = view.router.state.location
      expect(pathname + search).toBe(address)
    })
  return { ...view, id: user._id, backend, at, press: (keys: string) => view.user.keyboard(keys) }
}
const field = () => screen.findByRole('combobox')
const active = async () => document.getElementById((await field()).getAttribute('aria-activedescendant') ?? '')
const group = (name: string) => within(screen.getByRole('group', { name }))

describe('the command palette', () => {
  it('finds a draw by its number and opens it', async () => {
    const draw = {
      drawId: 'a1_MNOQqWWi_7',
      number: 4213,
      drawAt: '2026-03-01T10:01:00.000Z',
      result: '3',
      booster: 1,
      gameName: 'Fun Target',
      adminUsername: 'admin1',
    }
    const { press, at, backend } = await open({ draws: [draw] })
    await press('{Control>}k{/Control}')
    await field()
    await press('4213')
    await waitFor(() => expect(group('Draws').getByRole('option').textContent).toContain('Draw 4,213 of Fun Target'))
    expect(backend.callsOf(liveApi.findDraws).at(-1)?.query).toMatchObject({ q: '4213' })
    await press('{Enter}')
    await at('/admin/game/draw/a1_MNOQqWWi_7')
  })

  it('opens with Ctrl K, finds a screen and opens it with Enter', async () => {
    const { press, at } = await open()
    await press('{Control>}k{/Control}')
    expect((await field()).getAttribute('aria-expanded')).toBe('true')
    expect(group('Go to').getAllByRole('option')).toHaveLength(3)
    await press('play')
    expect((await active())?.textContent).toContain('Player')
    await press('{Enter}')
    await at('/admin/player')
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  it('continues with text typed before its dialog was loaded', async () => {
    const { press } = await open()
    await act(async () => useOpenDialog.setState({ dialog: 'palette', typed: 'pla' }))
    const input = (await field()) as HTMLInputElement
    await press('y')
    expect(input.value).toBe('play')
    expect((await active())?.textContent).toContain('Player')
  })

  it('opens with the button, wraps around with the arrows, and closes with Ctrl K', async () => {
    const { press, user } = await open()
    await user.click(screen.getByRole('button', { name: 'Search screens and accounts' }))
    await field()
    await press('{ArrowUp}')
    expect((await active())?.textContent).toContain('Keyboard shortcuts')
    await press('{ArrowDown}')
    expect((await active())?.getAttribute('aria-selected')).toBe('true')
    expect(screen.getAllByRole('option', { selected: true })).toHaveLength(1)
    await press('{Control>}k{/Control}')
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  })

  it('searches accounts from two letters on, debounced, and shows their level, path and balance', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { press, at, backend } = await open()
    await press('{Control>}k{/Control}')
    await field()
    await press('q')
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(backend.callsOf(ledgerApi.search)).toHaveLength(0)
    await press('{Backspace}player7')
    const option = await screen.findByRole('option', { name: /player7/ })
    expect(backend.callsOf(ledgerApi.search).map(({ query }) => query.q)).toEqual(['player7'])
    expect(option.textContent).toBe('player7Player · admin1 › master1Inactive1,234.50')
    await press('{Enter}')
    await at('/admin/player/players/details/p7')
  })

  it('offers the actions of an account and returns to the results', async () => {
    const { press, at } = await open()
    await press('{Control>}k{/Control}')
    await field()
    await press('player7')
    await screen.findByRole('option', { name: /player7/ })
    await press('{ArrowRight}')
    const names = group('Account of player7')
      .getAllByRole('option')
      .map(each => each.textContent)
    expect(names).toEqual(['Details', 'Credit Transfer', 'Credit Adjust', 'Statement', 'Edit'])
    await press('{Escape}')
    expect(screen.getByRole('group', { name: 'Go to' })).toBeTruthy()
    await press('player7')
    await screen.findByRole('option', { name: /player7/ })
    await press('{ArrowRight}adj{Enter}')
    await at('/admin/player/creditadjust/p7')
  })

  it('stores recent choices per user and without balances', async () => {
    const { press, at, user, unmount } = await open()
    await press('{Control>}k{/Control}')
    await field()
    await press('player7')
    await user.click(await screen.findByRole('option', { name: /player7/ }))
    await at('/admin/player/players/details/p7')
    await press('{Control>}k{/Control}')
    await field()
    expect(group('Recent').getAllByRole('option')[0]?.textContent).toBe('player7Player')
    expect(localStorage.getItem('cascade.palette')).not.toContain('1234')
    unmount()
    await (await open()).press('{Control>}k{/Control}')
    await field()
    expect(screen.queryByRole('group', { name: 'Recent' })).toBeNull()
  })

  it('reports a failed account search and retries it', async () => {
    let works = false
    const answer = (_call: RecordedCall) =>
      works ? { success: true, data: [player] } : rejection(500, 'INTERNAL', 'An unexpected error occurred')
    const { press, user } = await open({ search: on(ledgerApi.search, answer) })
    await press('{Control>}k{/Control}')
    await field()
    await press('player7')
    expect(await screen.findByText('Accounts could not be searched.')).toBeTruthy()
    works = true
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('option', { name: /player7/ })).toBeTruthy()
  })

  it('reports that nothing matches', async () => {
    const { press } = await open({ search: on(ledgerApi.search, { success: true, data: [] }) })
    await press('{Control>}k{/Control}')
    await field()
    await press('zzz')
    expect(await screen.findByText('Nothing found for “zzz”')).toBeTruthy()
  })
})

describe('a single-key shortcut', () => {
  const search = <input type="search" aria-label="of the page" />

  it('leads only to screens of the role', async () => {
    const { press, router } = await open()
    await press('ga')
    // The letter times out, so both keys are pressed again on a slow machine.
    const go = (keys: string, address: string) =>
      waitFor(async () => {
        await press(keys)
        expect(router.state.location.pathname).toBe(address)
      })
    await go('gp', '/admin/player')
    await press('p')
    await go('gd', '/admin/dashboard')
  })

  it('does nothing while the user types', async () => {
    const { press, at } = await open({ page: search, url: '/admin/player' })
    const input = await screen.findByLabelText<HTMLInputElement>('of the page')
    input.focus()
    await press('gd?/')
    expect(input.value).toBe('gd?/')
    await at('/admin/player')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('moves the focus to the search field of the page, or opens the palette if there is none', async () => {
    const { press } = await open({ page: search, url: '/admin/player' })
    const input = await screen.findByLabelText('of the page')
    vi.spyOn(input, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList)
    await press('/')
    expect(document.activeElement).toBe(input)
    input.blur()
    await press('gd')
    await screen.findByText(/^Welcome/)
    await press('/')
    expect(await field()).toBeTruthy()
  })

  it('is listed by ? and can be turned off permanently', async () => {
    const { press, user, at, id } = await open()
    await press('?')
    const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(within(help).getByText('Player').parentElement?.textContent).toBe('Playergthen p')
    expect(within(help).queryByRole('link')).toBeNull()
    act(() => useManual.setState({ address: '/docs/manual' }))
    const manual = within(help).getByRole('link', { name: 'The operator’s manual' })
    expect(manual.getAttribute('href')).toBe('/docs/manual')
    await user.click(within(help).getByRole('switch', { name: /^Shortcuts of a single key/ }))
    await user.click(within(help).getByRole('button', { name: 'Close' }))
    await press('gp?')
    await at('/admin/dashboard')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(JSON.parse(localStorage.getItem('cascade.palette') ?? '').state.users[id].singleKeys).toBe(false)
    await press('{Control>}k{/Control}')
    expect(await field()).toBeTruthy()
  })
})
