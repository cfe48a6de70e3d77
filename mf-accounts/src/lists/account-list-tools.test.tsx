import { accountApi, creditTexts, type Run, runApi, runTexts, sessionApi, userApi } from '@cascade/contracts/accounts'
import { chooseOption } from '@cascade/ui-kit/testing'
import { fakeBackend, makeUser, on, type RecordedCall, rejection } from '@cascade/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { makeAccount } from '../testing/make-account'
import { open } from '../testing/open-remote'

const players = [1, 2, 3].map(at =>
  makeAccount({ _id: `p${at}`, username: `player${at}`, walletBalance: (at * 1001) / 10, userStatus: at !== 3 }),
)
const user = { ...makeUser({ _id: 'admin-0', username: 'admin0' }), walletBalance: 1000 }

type Options = { total?: number; start?: () => unknown; started?: () => readonly Run[] }

async function openPlayers(options: Options = {}, search = '') {
  const { total = players.length, start = () => ({ success: true, data: run }), started = () => [] } = options
  const backend = fakeBackend(
    on(accountApi.player.list, ({ query }: RecordedCall) => ({
      success: true,
      data: players,
      total,
      ...(query.sums ? { balance: 600.6 } : {}),
    })),
    on(accountApi.master.list, {
      success: true,
      data: [makeAccount({ _id: 'm1', username: 'master1', role: 'master' })],
    }),
    on(sessionApi.fetchUserById, {
      success: true,
      data: makeAccount({ _id: 'm1', username: 'master1', role: 'master' }),
    }),
    on(userApi.read, { success: true, data: user, user }),
    on(runApi.start, start, { status: 201 }),
    on(runApi.list, () => ({ success: true, data: started() })),
    on(runApi.read, { success: true, data: [], total: 2, run: { ...run, refused: 1 } }),
    on(runApi.stop, { success: true, data: { ...run, state: 'stopped' } }),
  )
  const page = await open('admin', `player${search}`)
  await screen.findByText('player1')
  return { backend, ...page }
}

async function selectAll(act: UserEvent, action: string) {
  await act.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  await act.click(await screen.findByRole('button', { name: action }))
  return within(await screen.findByRole('dialog'))
}

describe('filters of a list', () => {
  it('are sent to the server, days as instants, and the sum uses them too', async () => {
    const { backend } = await openPlayers(
      {},
      '?status=active&parent=m1&balanceFrom=5&from=2026-01-05&to=2026-01-06&limitDay=2026-01-07',
    )
    const expected = {
      status: 'active',
      parent: 'm1',
      balanceFrom: '5',
      limitDay: '2026-01-07',
      createdFrom: new Date('2026-01-05T00:00:00.000').toISOString(),
      createdTo: new Date('2026-01-06T23:59:59.999').toISOString(),
    }
    await screen.findByText('600.60')
    const queries = backend.callsOf(accountApi.player.list).map(({ query }) => query)
    expect(queries).toHaveLength(2)
    for (const query of queries) expect(query).toMatchObject(expected)
    expect(await screen.findByText('Refer ID: master1')).toBeTruthy()
  })

  it('are chosen in a panel', async () => {
    const { user: act, router } = await openPlayers()
    await act.click(screen.getByRole('button', { name: /Filters/ }))
    await chooseOption(act, 'Status', 'Deactive')
    await waitFor(() => expect(router.state.location.search).toBe('?status=deactive'))
  })
})

const run: Run = {
  _id: 'run-1',
  operation: 'suspend',
  role: 'player',
  state: 'running',
  total: 2,
  done: 0,
  refused: 0,
  note: '',
  startedAt: '2026-01-05T10:00:00.000Z',
}

describe('selected accounts', () => {
  it('are deactivated by a run, which shows its progress and can be stopped', async () => {
    const { user: act, backend } = await openPlayers()
    const dialog = await selectAll(act, 'Deactivate')
    // One of the three is already deactivated.
    expect(dialog.getByText(/^Nobody can sign in with these 2 any more.*Their 300.30 stay with them\.$/)).toBeTruthy()
    await act.click(dialog.getByRole('button', { name: 'Deactivate 2 accounts' }))
    const running = within(await screen.findByRole('dialog'))
    expect(await running.findByText('1 of 2 done')).toBeTruthy()
    expect(running.getByText('1 refused')).toBeTruthy()
    const [started] = backend.callsOf(runApi.start)
    expect(started?.body).toEqual({ operation: 'suspend', role: 'player', userIds: ['p1', 'p2'], count: 2 })
    expect(started?.headers.get('idempotency-key')).toBeTruthy()
    await act.click(running.getByRole('button', { name: 'Stop' }))
    expect(backend.callsOf(runApi.stop).map(({ params }) => params)).toEqual([{ runId: 'run-1' }])
    expect(running.getByRole('link').getAttribute('href')).toBe('/admin/runs/run-1')
    await act.click(running.getByText('Close', { selector: 'span' }))
    await waitFor(() => expect(screen.queryByText('3 selected')).toBeNull())
  })

  it('can be all accounts of a filter, which the server counts before the run starts', async () => {
    const { user: act, backend } = await openPlayers({ total: 4812 }, '?balanceFrom=5&q=play')
    await act.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    await act.click(await screen.findByRole('button', { name: 'Select all 4,812' }))
    await screen.findByText('All 4,812 selected')
    await act.click(screen.getByRole('button', { name: 'Deactivate' }))
    const dialog = within(await screen.findByRole('dialog'))
    await act.click(await dialog.findByRole('button', { name: 'Deactivate 4,812 accounts' }))
    await waitFor(() => expect(backend.callsOf(runApi.start)).toHaveLength(1))
    const filter = { status: 'active', balanceFrom: '5', q: 'play' }
    expect(backend.callsOf(runApi.start)[0]?.body).toEqual({
      operation: 'suspend',
      role: 'player',
      filter,
      count: 4812,
    })
  })

  it('cannot be more than ten thousand', async () => {
    const { user: act } = await openPlayers({ total: 10_001 })
    await act.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    await act.click(await screen.findByRole('button', { name: 'Select all 10,001' }))
    await act.click(screen.getByRole('button', { name: 'Deactivate' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText(runTexts.tooMany)).toBeTruthy()
    expect(dialog.getByRole('button', { name: /^Deactivate/ })).toHaveProperty('disabled', true)
  })

  it('get limits: what is empty stays, and a box removes one', async () => {
    const { user: act, backend } = await openPlayers()
    const dialog = await selectAll(act, 'Set limits')
    const set = () => act.click(dialog.getByRole('button', { name: 'Set limits of 3 accounts' }))
    await set()
    expect(await dialog.findByText(runTexts.noLimits)).toBeTruthy()
    await act.type(dialog.getByLabelText('Stakes a day'), '250')
    await act.click(dialog.getByLabelText('No limit: Highest balance'))
    await set()
    await waitFor(() => expect(backend.callsOf(runApi.start)).toHaveLength(1))
    const limits = { stakeDayMax: 250, balanceMax: null }
    expect(backend.callsOf(runApi.start)[0]?.body).toMatchObject({ operation: 'set-limits', limits, count: 3 })
  })

  it('get credit only up to the own balance, which is checked before the run is sent', async () => {
    const { user: act, backend } = await openPlayers()
    const dialog = await selectAll(act, 'Give credit')
    const amount = dialog.getByLabelText('Amount for each')
    await waitFor(() => expect(document.activeElement).toBe(amount))
    await act.keyboard('400')
    await act.type(dialog.getByLabelText('Password'), 'secret-1')
    expect(dialog.getByText('1,200.00 in all, of 1,000.00')).toBeTruthy()
    const give = () => act.click(dialog.getByRole('button', { name: 'Give credit to 3 accounts' }))
    await give()
    expect(await dialog.findByText(creditTexts.insufficient)).toBeTruthy()
    for (const [typed, error] of [
      ['-5', creditTexts.amountTooSmall],
      ['0', creditTexts.amountTooSmall],
      ['1.005', 'At most two decimals'],
      ['1e3', creditTexts.transferAmount],
      ['7,5', 'Write decimals with a point: 7.5'],
    ] as const) {
      await act.clear(dialog.getByLabelText('Amount for each'))
      await act.type(dialog.getByLabelText('Amount for each'), typed)
      await give()
      expect(await dialog.findByText(error)).toBeTruthy()
    }
    expect(backend.callsOf(runApi.start)).toEqual([])
    await act.clear(dialog.getByLabelText('Amount for each'))
    await act.type(dialog.getByLabelText('Amount for each'), '0.5')
    await give()
    await waitFor(() => expect(backend.callsOf(runApi.start)).toHaveLength(1))
    const order = { operation: 'give-credit', amount: 0.5, password: 'secret-1', count: 3, userIds: ['p1', 'p2', 'p3'] }
    expect(backend.callsOf(runApi.start)[0]?.body).toMatchObject(order)
  })

  it('get credit once without a response; the outcome is queried, also later', async () => {
    let started: Run[] = []
    const lost = () => rejection(503, 'OUTCOME_UNKNOWN', 'Not known.')
    const { user: act, backend, unmount } = await openPlayers({ start: lost, started: () => started })
    const dialog = await selectAll(act, 'Give credit')
    const give = async (amount: string) => {
      await act.clear(dialog.getByLabelText('Amount for each'))
      await act.type(dialog.getByLabelText('Amount for each'), amount)
      await act.click(dialog.getByRole('button', { name: /Give credit to 3 accounts$/ }))
    }
    await act.type(dialog.getByLabelText('Password'), 'secret-1')
    await give('5')
    expect(await dialog.findByText(/^Give credit to 3 accounts: the last start got no answer/)).toBeTruthy()
    await give('5')
    await waitFor(() => expect(backend.callsOf(runApi.start)).toHaveLength(2))
    // Another amount is another run: the outcome of the first must be known before.
    await give('6')
    await waitFor(() => expect(backend.callsOf(runApi.list).length).toBeGreaterThan(2))
    expect(backend.callsOf(runApi.start)).toHaveLength(2)
    const keys = backend.callsOf(runApi.start).map(({ headers }) => headers.get('idempotency-key'))
    expect(backend.callsOf(runApi.list).at(-1)?.query).toMatchObject({ key: keys[0] })
    expect(new Set(keys).size).toBe(1)
    unmount()
    started = [run]
    const later = await openPlayers({ started: () => started })
    const again = await selectAll(later.user, 'Give credit')
    expect(await again.findByText(/the start before was done after all. Nothing else was started./)).toBeTruthy()
    expect(again.getByRole('link', { name: 'Runs' }).getAttribute('href')).toBe('/admin/runs')
  })

  it('keep the key in a retry after a wrong password, which is shown at its field', async () => {
    const { wrongPassword } = creditTexts
    const { user: act, backend } = await openPlayers({
      start: () => rejection(400, 'VALIDATION', wrongPassword, { password: wrongPassword }),
    })
    const dialog = await selectAll(act, 'Give credit')
    await act.type(dialog.getByLabelText('Amount for each'), '5')
    await act.type(dialog.getByLabelText('Password'), 'wrong-1')
    await act.click(dialog.getByRole('button', { name: 'Give credit to 3 accounts' }))
    expect(await dialog.findByText(wrongPassword)).toBeTruthy()
    await act.click(dialog.getByRole('button', { name: 'Give credit to 3 accounts' }))
    await waitFor(() => expect(backend.callsOf(runApi.start)).toHaveLength(2))
    const keys = backend.callsOf(runApi.start).map(({ headers }) => headers.get('idempotency-key'))
    expect(new Set(keys).size).toBe(1)
  })
})
