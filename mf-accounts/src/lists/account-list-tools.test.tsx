import { accountApi, creditTexts, sessionApi } from '@cascade/contracts/accounts'
import { choose } from '@cascade/ui-kit/testing'
import { fakeBackend, makeUser, on, refusal, type SeenCall } from '@cascade/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { makeAccount } from '../testing/make-account'
import { open } from '../testing/open-remote'

const players = [1, 2, 3].map(at =>
  makeAccount({ _id: `p${at}`, username: `player${at}`, walletBalance: (at * 1001) / 10, userStatus: at !== 3 }),
)
const booked = {
  success: true,
  data: {
    transactionId: 't1',
    senderWallet: 400,
    receiverWallet: 180,
    players: [],
    by: { accountId: 'admin-0', username: 'admin0', role: 'admin' },
  },
}
const user = { ...makeUser({ _id: 'admin-0', username: 'admin0' }), walletBalance: 1000 }

async function openPlayers(transfer: (toUserId: string) => unknown = () => booked, search = '') {
  const backend = fakeBackend(
    on(accountApi.player.list, ({ query }: SeenCall) => ({
      success: true,
      data: players,
      total: players.length,
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
    on(sessionApi.userauth, { success: true, data: user, user }),
    on(accountApi.player.toggle, ({ params }: SeenCall) =>
      params.userId === 'p1' ? refusal(409, 'CONFLICT', 'The reference is not active.') : { success: true },
    ),
    on(accountApi.player.transfer, ({ body }: SeenCall) => transfer((body as { toUserId: string }).toUserId)),
  )
  const page = await open('admin', `player${search}`)
  await screen.findByText('player1')
  const sentTo = () =>
    backend.callsOf(accountApi.player.transfer).map(({ body }) => (body as { toUserId: string }).toUserId)
  return { backend, sentTo, ...page }
}

async function selectAll(act: UserEvent, action: string) {
  await act.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  await act.click(await screen.findByRole('button', { name: action }))
  return within(await screen.findByRole('dialog'))
}

describe('filters of a list', () => {
  it('are asked of the server, days as the moments of the reader, and the sum follows them', async () => {
    const { backend } = await openPlayers(
      undefined,
      '?status=active&parent=m1&balanceFrom=5&from=2026-01-05&to=2026-01-06',
    )
    const asked = {
      status: 'active',
      parent: 'm1',
      balanceFrom: '5',
      createdFrom: new Date('2026-01-05T00:00:00.000').toISOString(),
      createdTo: new Date('2026-01-06T23:59:59.999').toISOString(),
    }
    await screen.findByText('600.60')
    const queries = backend.callsOf(accountApi.player.list).map(({ query }) => query)
    expect(queries).toHaveLength(2)
    for (const query of queries) expect(query).toMatchObject(asked)
    expect(await screen.findByText('Refer ID: master1')).toBeTruthy()
  })

  it('are chosen behind one button', async () => {
    const { user: act, router } = await openPlayers()
    await act.click(screen.getByRole('button', { name: /Filters/ }))
    await choose(act, 'Status', 'Deactive')
    await waitFor(() => expect(router.state.location.search).toBe('?status=deactive'))
  })
})

describe('selected accounts', () => {
  it('are deactivated one by one; what was refused is said at its account and can be tried again', async () => {
    const { user: act, backend } = await openPlayers()
    const dialog = await selectAll(act, 'Deactivate')
    // One of the three is deactivated already.
    expect(dialog.getByText(/^Nobody can sign in with these 2 any more.*Their 300.30 stay with them\.$/)).toBeTruthy()
    await act.click(dialog.getByRole('button', { name: 'Deactivate 2 selected' }))
    expect(await dialog.findByText('2 of 2 done')).toBeTruthy()
    expect(dialog.getByText('The reference is not active.')).toBeTruthy()
    expect(backend.callsOf(accountApi.player.toggle).map(({ params }) => params)).toEqual([
      { userId: 'p1', action: 'deactivate' },
      { userId: 'p2', action: 'deactivate' },
    ])
    await act.click(dialog.getByRole('button', { name: 'Try the other 1 again' }))
    expect(dialog.getByRole('button', { name: 'Deactivate 1 selected' })).toBeTruthy()
    await act.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByText('3 selected')).toBeNull())
  })

  it('get credit out of the own balance, each under a key of its own', async () => {
    const { user: act, backend, sentTo } = await openPlayers()
    const dialog = await selectAll(act, 'Give credit')
    const amount = dialog.getByLabelText('Amount for each')
    await waitFor(() => expect(document.activeElement).toBe(amount))
    await act.keyboard('400')
    await act.type(dialog.getByLabelText('Password'), 'secret-1')
    expect(dialog.getByText('1,200.00 in all, of 1,000.00')).toBeTruthy()
    await act.click(dialog.getByRole('button', { name: 'Give credit to 3 selected' }))
    expect(await dialog.findByText(creditTexts.insufficient)).toBeTruthy()
    expect(sentTo()).toEqual([])
    for (const typed of ['-5', '0', '1.005', '1e3', '٣']) {
      await act.clear(dialog.getByLabelText('Amount for each'))
      await act.type(dialog.getByLabelText('Amount for each'), typed)
      await act.click(dialog.getByRole('button', { name: 'Give credit to 3 selected' }))
      expect(await dialog.findByText(creditTexts.transferAmount)).toBeTruthy()
    }
    expect(sentTo()).toEqual([])
    await act.clear(dialog.getByLabelText('Amount for each'))
    await act.type(dialog.getByLabelText('Amount for each'), '0.5')
    await act.click(dialog.getByRole('button', { name: 'Give credit to 3 selected' }))
    expect(await dialog.findByText('3 of 3 done')).toBeTruthy()
    expect(sentTo()).toEqual(['p1', 'p2', 'p3'])
    const calls = backend.callsOf(accountApi.player.transfer)
    expect(calls[0]?.body).toMatchObject({ userId: 'admin-0', transferAmount: 0.5 })
    expect(new Set(calls.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(3)
  })

  it('a wrong password stops before it locks anybody out', async () => {
    const { wrongPassword } = creditTexts
    const { user: act, sentTo } = await openPlayers(() =>
      refusal(400, 'VALIDATION', wrongPassword, { password: wrongPassword }),
    )
    const dialog = await selectAll(act, 'Give credit')
    await act.type(dialog.getByLabelText('Amount for each'), '5')
    await act.type(dialog.getByLabelText('Password'), 'wrong-1')
    await act.click(dialog.getByRole('button', { name: 'Give credit to 3 selected' }))
    await act.click(await dialog.findByRole('button', { name: 'Try the other 3 again' }))
    expect(sentTo()).toEqual(['p1'])
    expect(dialog.getByLabelText<HTMLInputElement>('Amount for each').value).toBe('5.00')
    expect(dialog.getByLabelText<HTMLInputElement>('Password').value).toBe('')
  })
})
