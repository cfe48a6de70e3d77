import { exampleOf } from '@cascade/contracts'
import { authApi, sessionApi } from '@cascade/contracts/accounts'
import { reportsApi, transactionExample } from '@cascade/contracts/reports'
import { setBusinessZone } from '@cascade/ui-kit'
import { endSession, useSession } from '@cascade/web-kit'
import { fakeBackend, makeUser, on, rejection, signInAs } from '@cascade/web-kit/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { dashboardAnswers, memoizeLoad, openShell } from './testing/open-shell'
import { sampleRemotes } from './testing/sample-remotes'

type View = Awaited<ReturnType<typeof openShell>>
const at = (view: View) => view.router.state.location.pathname + view.router.state.location.search
const leads = (view: View, address: string) => waitFor(() => expect(at(view)).toBe(address))

afterEach(() => vi.unstubAllGlobals())

const admin = () => {
  const user = signInAs()
  fakeBackend(...dashboardAnswers(user))
  return user
}

describe('the role guard', () => {
  it('sends anonymous visitors to login and remembers the address', async () => {
    fakeBackend(on(authApi.session, rejection(401, 'UNAUTHENTICATED', 'Please log in again.')))
    useSession.setState({ status: 'unknown' })
    await leads(await openShell('/admin/player?page=2'), '/auth/login?next=%2Fadmin%2Fplayer%3Fpage%3D2')
  })
  it("sends a role in another role's area to its own dashboard", async () => {
    admin()
    await leads(await openShell('/superadmin/player'), '/admin/dashboard')
  })
  it.each(['/nobody/x', '/player/dashboard', '/nowhere'])('sends the unknown address %s to login', async address => {
    await leads(await openShell(address), '/auth/login')
  })
  it("shows a remote's public page to any visitor, and a not-found state for other addresses", async () => {
    fakeBackend()
    await openShell('/public/check')
    expect(await screen.findByRole('heading', { name: 'check of reports' })).toBeTruthy()
    await openShell('/public/player')
    expect(await screen.findByText('There is nothing here')).toBeTruthy()
  })
  it("redirects an unknown page of the user's area to the dashboard", async () => {
    admin()
    await leads(await openShell('/admin/nothing/here'), '/admin/dashboard')
  })
  it('redirects a page that the role may not open to the dashboard', async () => {
    admin()
    await leads(await openShell('/admin/admin'), '/admin/dashboard')
  })
  it('redirects an address in lower case to the exact one', async () => {
    admin()
    await leads(await openShell('/admin/commissionpayoutreport?a=1'), '/admin/commissionpayoutReport?a=1')
    expect(await screen.findByText('commission of reports')).toBeTruthy()
  })
  it('keeps the session and offers Retry when the server cannot be reached', async () => {
    localStorage.setItem('session-token', 't')
    useSession.setState({ status: 'unreachable' })
    await openShell('/admin/player')
    expect(await screen.findByText('Your session could not be checked')).toBeTruthy()
    expect(localStorage.getItem('session-token')).toBe('t')
  })
  it('redirects to login when the session ends on the page', async () => {
    admin()
    const view = await openShell('/admin/player')
    await screen.findByText('players of accounts')
    await act(async () => endSession())
    await leads(view, '/auth/login?next=%2Fadmin%2Fplayer')
  })
})

describe('the end of a session', () => {
  const endsIn = (ms: number) => useSession.setState({ expiresAt: new Date(Date.now() + ms).toISOString() })
  const passwordField = () => screen.findByLabelText('Password')

  it('is announced, and the password renews the session on the same page', async () => {
    const user = signInAs()
    const later = new Date(Date.now() + 1_800_000).toISOString()
    const backend = fakeBackend(
      ...dashboardAnswers(user),
      on(authApi.login, { success: true, token: 't2', user, roles: user.roles, expiresAt: later }),
    )
    const view = await openShell('/admin/player')
    await screen.findByText('players of accounts')
    expect(screen.queryByText(/^Your session ends at/)).toBeNull()
    await act(async () => endsIn(110_000))
    expect(await screen.findByText(/^Your session ends at/)).toBeTruthy()
    await view.user.type(await passwordField(), 'secret-1')
    await view.user.click(screen.getByRole('button', { name: 'Stay signed in' }))
    await waitFor(() => expect(screen.queryByText(/^Your session ends at/)).toBeNull())
    expect(backend.callsOf(authApi.login)[0]?.body).toEqual({ username: user.username, password: 'secret-1' })
    expect(localStorage.getItem('session-token')).toBe('t2')
    expect(at(view)).toBe('/admin/player')
  })
  it('keeps the page after a wrong password', async () => {
    const user = signInAs()
    fakeBackend(
      ...dashboardAnswers(user),
      on(authApi.login, rejection(401, 'UNAUTHENTICATED', 'Invalid username or password.')),
    )
    const view = await openShell('/admin/player')
    await act(async () => endsIn(110_000))
    await view.user.type(await passwordField(), 'wrong-1{Enter}')
    expect(await screen.findByText(/Invalid username or password/)).toBeTruthy()
    expect(useSession.getState().status).toBe('signed-in')
  })
  it.each([
    ['expired', /^Your session ended at/],
    ['elsewhere', /^You logged out in another tab/],
    ['refused', /^Your session was ended at/],
  ] as const)('is explained on the login page (%s)', async (why, words) => {
    admin()
    const view = await openShell('/admin/player')
    await screen.findByText('players of accounts')
    await act(async () => endSession(why))
    await leads(view, '/auth/login?next=%2Fadmin%2Fplayer')
    expect(await screen.findByText(words)).toBeTruthy()
  })
})

describe('the login page', () => {
  const fill = async (view: View, username: string, password: string) => {
    if (username) await view.user.type(screen.getByLabelText('Username'), username)
    if (password) await view.user.type(screen.getByLabelText('Password'), password)
    await view.user.click(screen.getByRole('button', { name: 'Log In' }))
  }
  const session = (user = makeUser()) => ({
    success: true,
    token: 't1',
    user,
    roles: user.roles,
    expiresAt: new Date(Date.now() + 1_800_000).toISOString(),
  })

  it('requires both fields and a valid password', async () => {
    fakeBackend()
    const view = await openShell('/')
    await fill(view, '', '')
    expect(screen.getByText('Username is required')).toBeTruthy()
    expect(screen.getByText('Password is required')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Username'))
    await fill(view, 'admin1', 'ab')
    expect(screen.getByText('Password must be at least 6 characters')).toBeTruthy()
  })

  it('trims the username, shows the message and opens the dashboard', async () => {
    const user = makeUser()
    const backend = fakeBackend(on(authApi.login, session()), ...dashboardAnswers(user))
    const view = await openShell('/auth/login')
    await fill(view, '  admin1 ', 'secret')
    expect(await screen.findByText('Login successful!')).toBeTruthy()
    expect(backend.callsOf(authApi.login)[0]?.body).toEqual({ username: 'admin1', password: 'secret' })
    await leads(view, '/admin/dashboard')
    expect(await screen.findByText('Welcome, admin1')).toBeTruthy()
  })

  it("shows the server's message and keeps the username", async () => {
    fakeBackend(on(authApi.login, rejection(401, 'UNAUTHENTICATED', 'Invalid username or password.')))
    const view = await openShell('/')
    await fill(view, 'admin1', 'wrong')
    expect(await screen.findByText('Invalid username or password.')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('admin1')
  })

  it('tells a player that there is no area and offers to log out', async () => {
    const user = makeUser({ role: 'player', username: 'player1' })
    fakeBackend(on(authApi.login, session(user)), on(authApi.logout, { success: true }))
    const view = await openShell('/')
    await fill(view, 'player1', 'secret')
    expect(await screen.findByText('There is no back-office area for the account player1.')).toBeTruthy()
    expect(at(view)).toBe('/')
    await view.user.click(screen.getByRole('button', { name: 'Log Out' }))
    expect(await screen.findByRole('button', { name: 'Log In' })).toBeTruthy()
  })
})

describe('the role layout', () => {
  it('shows the menu and the current balance, and logs out', async () => {
    const user = signInAs({ walletBalance: 1234.5 })
    fakeBackend(...dashboardAnswers(user), on(authApi.logout, { success: true }))
    const view = await openShell('/admin/dashboard')
    expect(await screen.findByRole('link', { name: 'Player' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Admin' })).toBeNull()
    expect((await screen.findAllByText('1,234.50')).length).toBeGreaterThan(0)
    await view.user.click(screen.getByRole('button', { name: /^Account of admin1/ }))
    await view.user.click(await screen.findByText('Log Out'))
    await leads(view, '/auth/login')
    expect(localStorage.getItem('session-token')).toBeNull()
  })

  it('names menu entries by their labels alone', async () => {
    admin()
    const view = await openShell('/admin/dashboard')
    expect(await screen.findByRole('menuitem', { name: 'Player' })).toBeTruthy()
    await view.user.click(screen.getByRole('button', { name: /^Account of admin1/ }))
    expect(await screen.findByRole('menuitem', { name: 'Log Out' })).toBeTruthy()
  })

  it('reports a lost connection at once and reloads when it is back', async () => {
    const backend = fakeBackend(...dashboardAnswers(signInAs()))
    const view = await openShell('/admin/player')
    await screen.findByText('players of accounts')
    act(() => backend.disconnect())
    await act(async () => view.router.navigate('/admin/dashboard'))
    expect(await screen.findByText('You are offline.', { selector: 'strong' })).toBeTruthy()
    expect((await screen.findAllByRole('button', { name: 'Retry' })).length).toBeGreaterThan(0)

    act(() => backend.reconnect())
    expect(await screen.findByText('1,240')).toBeTruthy()
    expect(screen.queryByText('You are offline.', { selector: 'strong' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  })

  it('shows the counts of lower levels, but conservation to the superadmin only', async () => {
    admin()
    await openShell('/admin/dashboard')
    expect(await screen.findByText('1,240')).toBeTruthy()
    expect(screen.queryByText('Admins')).toBeNull()
    expect(screen.queryByText('Conservation of credit')).toBeNull()
  })

  it('shows operations in the direction that the points moved, with their author', async () => {
    const user = signInAs({ role: 'superadmin' })
    const debit = {
      ...transactionExample,
      userId: 'admin1',
      toUserId: 'player7',
      amount: -12.5,
      transactionType: 'credit' as const,
    }
    fakeBackend(on(reportsApi.transactions, { success: true, data: [debit], total: 1 }), ...dashboardAnswers(user))
    await openShell('/superadmin/dashboard')
    const row = (await screen.findByText('player7')).closest('li')
    expect(row?.textContent).toMatch(/^player7 → admin1 by superadmin/)
    expect(row?.textContent).toMatch(/12\.50$/)
  })

  it("shows today's date, net, exposure and verification", async () => {
    admin()
    await openShell('/admin/dashboard')
    const today = within(await screen.findByRole('region', { name: 'Today, 2026-01-05' }))
    expect(today.getByText('Net').parentElement?.textContent).toBe('Net90.00Yesterday 90.00 0 %A week ago 90.00 0 %')
    expect(today.getByText('Open exposure').parentElement?.textContent).toBe(
      'Open exposure1,800.00310.00 staked in 2 open draws',
    )
    expect(today.getByText(/^Books verified up to .*, 12 minutes ago$/)).toBeTruthy()
  })

  it('links each action item to its list', async () => {
    const user = signInAs()
    const hand = { count: 2, oldest: new Date(Date.now() - 3 * 60_000).toISOString() }
    const example = exampleOf(reportsApi.dashboard).response
    const hands = [
      { kind: 'lateDraws' as const, ...hand },
      { kind: 'stops' as const, ...hand },
      { kind: 'limits' as const, ...hand, role: 'player' as const, isPart: true },
      { kind: 'limits' as const, ...hand, count: 1, role: 'master' as const, userId: 'm1' },
      { kind: 'openPeriods' as const, ...hand, period: '2026-01-04' },
      { kind: 'payments' as const, ...hand, period: '2025-12-28', points: 40 },
      { kind: 'suspended' as const, ...hand, role: 'master' as const, points: 12.5 },
      { kind: 'complaints' as const, ...hand },
      { kind: 'cases' as const, ...hand },
      { kind: 'watch' as const, ...hand },
      { kind: 'refusedLogins' as const, ...hand },
    ]
    fakeBackend(on(reportsApi.dashboard, { ...example, data: { ...example.data, hands } }), ...dashboardAnswers(user))
    await openShell('/admin/dashboard')
    const links = within((await screen.findByText('Needs a hand')).closest('section') as HTMLElement)
    expect(links.getAllByRole('link').map(link => [link.textContent, link.getAttribute('href')])).toEqual([
      ['2 Late drawsoldest 3 minutes ago', '/admin/game'],
      ['2 Betting stoppedoldest 3 minutes ago', '/admin/game'],
      ['2+ Limits reached today: Playeroldest 3 minutes ago', `/admin/player?limitDay=${example.data.day}`],
      ['1 Limits reached today: Masteroldest 3 minutes ago', '/admin/master/players/details/m1'],
      ['2 Periods to closeoldest 3 minutes ago', '/admin/settlements?period=2026-01-04'],
      ['2 Commissions to pay40.00 points · oldest 3 minutes ago', '/admin/settlements?period=2025-12-28&state=closed'],
      [
        '2 Suspended with credit: Master12.50 points · oldest 3 minutes ago',
        '/admin/master?status=deactive&balanceFrom=0.01',
      ],
      ['2 Open complaintsoldest 3 minutes ago', '/admin/contactus?status=Pending'],
      ['2 Open casesoldest 3 minutes ago', '/admin/cases?state=open'],
      ['2 Open entries of the watch listoldest 3 minutes ago', '/admin/watch?state=open'],
      ['2 Refused sign-ins in 24 hoursoldest 3 minutes ago', '/admin/logactivities?result=refused&q=LOGIN'],
    ])
  })

  it('marks a count of suspended accounts that is incomplete', async () => {
    const user = signInAs()
    const { data, ...example } = exampleOf(reportsApi.dashboard).response
    const hands = [
      { kind: 'suspended' as const, count: 1_000, oldest: null, role: 'player' as const, points: 5 },
      { kind: 'complaints' as const, count: 2, oldest: null },
    ]
    const part = { ...data, hands, suspended: { ...data.suspended, isWhole: false } }
    fakeBackend(on(reportsApi.dashboard, { ...example, data: part }), ...dashboardAnswers(user))
    await openShell('/admin/dashboard')
    expect((await screen.findByRole('link', { name: /Suspended with credit/ })).textContent).toMatch(/^1,000\+ /)
    expect(screen.getByRole('link', { name: /Open complaints/ }).textContent).toMatch(/^2 /)
  })

  it.each([
    [undefined, ['Nothing needs a hand.'], ['Draws and betting stops are currently unavailable.']],
    [null, ['Draws and betting stops are currently unavailable.'], ['Nothing needs a hand.']],
  ])(
    'shows that there are no action items only if all are known (exposure: %s)',
    async (exposure, [said], [unsaid]) => {
      const user = signInAs()
      const example = exampleOf(reportsApi.dashboard).response
      const answer = { ...example, data: { ...example.data, hands: [], exposure } }
      fakeBackend(on(reportsApi.dashboard, answer), ...dashboardAnswers(user))
      await openShell('/admin/dashboard')
      expect(await screen.findByText(said ?? '')).toBeTruthy()
      expect(screen.queryByText(unsaid ?? '')).toBeNull()
    },
  )

  it('says that weeks, payments and limits are unavailable', async () => {
    const user = signInAs()
    const example = exampleOf(reportsApi.dashboard).response
    const answer = { ...example, data: { ...example.data, hands: [], isWeekUnknown: true } }
    fakeBackend(on(reportsApi.dashboard, answer), ...dashboardAnswers(user))
    await openShell('/admin/dashboard')
    expect(await screen.findByText('Periods, payments and limits are currently unavailable.')).toBeTruthy()
    expect(screen.queryByText('Nothing needs a hand.')).toBeNull()
  })

  it('ranks branches by play with their margin', async () => {
    admin()
    await openShell('/admin/dashboard')
    const row = (await screen.findByRole('link', { name: 'admin1' })).closest('tr')
    expect([...(row?.children ?? [])].map(cell => cell.textContent)).toEqual(['admin1', '1,000.00', '90.00', '9.0 %'])
  })

  it('shows all times in the business zone and names it in the top bar', async () => {
    onTestFinished(() => setBusinessZone(undefined))
    const user = signInAs({ role: 'admin' })
    const operation = { ...transactionExample, createdAt: '2026-06-30T11:30:00.000Z' }
    fakeBackend(on(reportsApi.transactions, { success: true, data: [operation], total: 1 }), ...dashboardAnswers(user))
    const { container } = await openShell('/admin/dashboard', {
      document: () => Response.json({ remotes: sampleRemotes, zone: 'Pacific/Chatham' }),
    })
    expect(await screen.findByText('2026-07-01 00:15:00')).toBeTruthy()
    const frame = container.querySelector<HTMLElement>('.shell-top')
    expect(frame?.textContent).toMatch(/\d\d:\d\d Pacific\/Chatham \(UTC\+1[23]:45\)/)
  })

  it('raises an alarm on a ledger difference', async () => {
    const user = signInAs({ role: 'superadmin' })
    const { ledgerApi } = await import('@cascade/contracts/accounts')
    const check = { issued: 100, wallets: 90, pools: 9.99, difference: 0.01, checkedAt: '2025-01-01T00:00:00.000Z' }
    fakeBackend(on(ledgerApi.conservation, { success: true, data: check }), ...dashboardAnswers(user))
    await openShell('/superadmin/dashboard')
    expect(await screen.findByText('Off by 0.01')).toBeTruthy()
  })
})

describe('a remote', () => {
  it('offers Retry when it fails, and recovers while the rest works', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    admin()
    let alive = false
    const routes = [{ path: 'player', element: <h1>players</h1> }]
    const load = memoizeLoad(async id => {
      if (!alive) throw new Error('unreachable')
      return { id, routes }
    })
    const view = await openShell('/admin/player', { load })
    expect(await screen.findByText('Accounts is not available right now')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Player' })).toBeTruthy()
    alive = true
    await view.user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('players')).toBeTruthy()
  })

  it('does not show the error of another one', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    admin()
    const Broken = () => {
      throw new Error('broken')
    }
    const routes = (id: string) => [
      { path: 'player', element: id === 'accounts' ? <Broken /> : <p /> },
      { path: 'commissionpayoutReport', element: <h1>commission</h1> },
    ]
    const view = await openShell('/admin/player', { load: memoizeLoad(async id => ({ id, routes: routes(id) })) })
    expect(await screen.findByText('Accounts is not available right now')).toBeTruthy()
    await act(async () => view.router.navigate('/admin/commissionpayoutReport'))
    expect(await screen.findByText('commission')).toBeTruthy()
  })

  it.each(['/admin/player/no/such/page', '/admin/profile'])(
    'without the page %s leads to the dashboard',
    async address => {
      admin()
      await leads(await openShell(address), '/admin/dashboard')
    },
  )

  it('is preloaded when the mouse is over its menu entry', async () => {
    admin()
    const view = await openShell('/admin/dashboard')
    await view.user.hover(await screen.findByRole('link', { name: 'Player' }))
    expect(view.loader.preload).toHaveBeenCalledWith('accounts')
  })

  describe('the dashboard', () => {
    it('works without the list of remotes', async () => {
      const user = admin()
      await openShell('/admin/dashboard', { document: () => new Response('', { status: 404 }) })
      expect(await screen.findByText(`Welcome, ${user.username}`)).toBeTruthy()
      expect(await screen.findByText('The menu could not be loaded')).toBeTruthy()
    })
  })
})

describe('the signup form', () => {
  it('does nothing, as specified', async () => {
    const backend = fakeBackend()
    const view = await openShell('/auth/signup')
    await view.user.type(await screen.findByLabelText('Username'), 'x')
    await view.user.click(screen.getByRole('button', { name: 'Sign Up' }))
    expect(backend.callsOf(sessionApi.signup)).toHaveLength(0)
  })
})

describe('the landing page', () => {
  it('shows brand and year', async () => {
    await openShell('/landing')
    expect(await screen.findByText('© 2025 Cascade')).toBeTruthy()
  })
})
