import { accountApi, childrenApi, ledgerApi, sessionApi } from '@cascade/contracts/accounts'
import { reportsApi, transactionExample } from '@cascade/contracts/reports'
import { fakeBackend, on, rejection } from '@cascade/web-kit/testing'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { detailsResponses } from '../testing/details'
import { answer, listAnswer, makeAccount } from '../testing/make-account'
import { open } from '../testing/open-remote'
import { chooseFromMenu } from '../testing/row-actions'

describe('details', () => {
  it('show the cards and child accounts, and link to the create form', async () => {
    const child = makeAccount({ role: 'superareamanager' })
    const backend = fakeBackend(
      on(accountApi.admin.read, answer(makeAccount({ role: 'admin', _id: 'a9' }))),
      on(childrenApi.admin.list, listAnswer(child)),
      ...detailsResponses,
    )
    const { user, router } = await open('superadmin', 'admin/players/details/a9')
    await screen.findByText('superareamanager1')
    for (const card of ['Role Details', 'Credit', 'Last Week', 'This Week']) {
      expect(screen.getByRole('heading', { level: 2, name: card })).toBeTruthy()
    }
    const card = (title: string) => within(screen.getByRole('heading', { name: title }).closest('section')!)
    for (const title of ['Last Week', 'This Week']) {
      expect(await card(title).findByText('1,000.00')).toBeTruthy()
      const names = ['Total Played', 'Total Won', 'End Point']
      expect(
        card(title)
          .getAllByRole('term')
          .map(term => term.textContent),
      ).toEqual(names)
      expect(
        card(title)
          .getAllByRole('definition')
          .map(each => each.textContent),
      ).toEqual(['1,000.00', '850.00', '150.00'])
    }
    expect(backend.callsOf(reportsApi.weeks)[0]?.query.id).toBe('a9')
    expect(screen.getByText('Ada Berg')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Super Area Manager' })).toBeTruthy()
    expect(screen.getByRole('button', { name: /Export$/ })).toBeTruthy()
    expect(backend.callsOf(childrenApi.admin.list)[0]?.params).toEqual({ parentId: 'a9' })
    await user.click(screen.getByRole('button', { name: 'Add Super Area manager' }))
    expect(router.state.location.pathname).toBe('/superadmin/admin/players/details/a9/create')
  })

  it.each([
    [{ creditLine: 1_000, creditUsed: 812.5 }, ['1,000.00', '812.50']],
    [{ creditUsed: 0 }, ['No limit', '0.00']],
  ])('show the credit line of an admin and its use: %j', async (line, expected) => {
    fakeBackend(
      on(accountApi.admin.read, answer(makeAccount({ role: 'admin', ...line }))),
      on(childrenApi.admin.list, listAnswer()),
      ...detailsResponses,
    )
    await open('superadmin', 'admin/players/details/admin-1')
    const figureOf = (label: string) => screen.getByText(label).nextElementSibling?.textContent
    await screen.findByText('Credit Line')
    expect(['Credit Line', 'Credit line used'].map(figureOf)).toEqual(expected)
  })

  it.each([
    ['Edit', '/superadmin/superareamanager/players/superareamanager-1/edit'],
    ['Credit Transfer', '/superadmin/superareamanager/players/details/superareamanager-1/credittransfer'],
    ['Credit Adjust', '/superadmin/superareamanager/players/details/superareamanager-1/creditadjust'],
  ])('link to %s of a child', async (action, address) => {
    fakeBackend(
      on(accountApi.admin.read, answer(makeAccount({ role: 'admin', _id: 'a9' }))),
      on(childrenApi.admin.list, listAnswer(makeAccount({ role: 'superareamanager' }))),
      on(accountApi.superareamanager.read, rejection(404, 'NOT_FOUND', 'Not found.')),
      ...detailsResponses,
    )
    const { user, router } = await open('superadmin', 'admin/players/details/a9')
    await user.click(await screen.findByRole('link', { name: `${action} superareamanager1` }))
    expect(router.state.location.pathname).toBe(address)
  })

  it.each([
    ['admin', 'superareamanager', 'SuperDistributors deleted successfully.'],
    ['superareamanager', 'areamanager', 'areamanager deleted successfully.'],
    ['areamanager', 'master', 'master deleted successfully.'],
    ['master', 'player', 'player deleted successfully.'],
  ] as const)(
    'of %s delete a %s through its parent, with the message of the children calls',
    async (level, below, words) => {
      const backend = fakeBackend(
        on(accountApi[level].read, answer(makeAccount({ role: level, _id: 'a9' }))),
        on(childrenApi[level].list, listAnswer(makeAccount({ role: below }))),
        on(childrenApi[level].remove, { success: true }),
        ...detailsResponses,
      )
      const { user } = await open('superadmin', `${level}/players/details/a9`)
      await chooseFromMenu(user, 'Delete', `${below}1`)
      await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Confirm' }))
      expect(await screen.findByText(words)).toBeTruthy()
      expect(backend.callsOf(childrenApi[level].remove)[0]?.params).toEqual({ parentId: 'a9', childId: `${below}-1` })
    },
  )

  it.each([
    ['superareamanager', 'Add Area Manager'],
    ['areamanager', 'Add Master'],
    ['master', 'Add Player'],
  ] as const)('of %s offer to add a child', async (level, button) => {
    fakeBackend(
      on(accountApi[level].read, answer(makeAccount({ role: level }))),
      on(childrenApi[level].list, listAnswer()),
      ...detailsResponses,
    )
    await open('admin', `${level}/players/details/${level}-1`)
    // Above the list, and again in the empty list.
    expect(await screen.findAllByRole('button', { name: button })).not.toEqual([])
  })

  it('show ancestors, suspension and actions of the account', async () => {
    const master = makeAccount({ role: 'master', _id: 'm1', username: 'master1', refId: null })
    const account = makeAccount({
      userStatus: false,
      refId: { _id: 'm1', username: 'master1', walletBalance: 1 },
      suspendedBy: { _id: 'm1', username: 'master1' },
    })
    const backend = fakeBackend(
      on(accountApi.player.read, answer(account)),
      on(accountApi.player.toggle, { success: true, message: 'User player-1 has been successfully activated.' }),
      on(sessionApi.fetchUserById, answer(master)),
      ...detailsResponses,
    )
    const { user } = await open('admin', 'player/players/details/player-1')
    const above = within(await screen.findByRole('navigation', { name: 'Accounts above' }))
    expect(above.getByRole('link', { name: 'master1' }).getAttribute('href')).toBe('/admin/master/players/details/m1')
    expect(screen.getByText('Deactive')).toBeTruthy()
    expect(screen.getByText('Nobody can sign in with player1: it is deactivated.')).toBeTruthy()
    expect(document.title).toBe('player1 · Player · Cascade')
    expect(screen.getByRole('link', { name: 'Credit Transfer' }).getAttribute('href')).toBe(
      '/admin/player/credittransfer/player-1',
    )
    await chooseFromMenu(user, 'Activate', 'player1')
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('User player1 has been successfully activated.')).toBeTruthy()
    expect(backend.callsOf(accountApi.player.toggle)[0]?.params).toMatchObject({ action: 'activate' })
  })

  it('show the last transactions of a player', async () => {
    const transaction = { ...transactionExample, amount: -12.5, transactionMessage: 'taken back' }
    const backend = fakeBackend(
      on(accountApi.player.read, answer(makeAccount())),
      on(reportsApi.transactions, { success: true, data: [transaction], total: 1 }),
      ...detailsResponses,
    )
    await open('master', 'player/players/details/player-1')
    expect(await screen.findByText('taken back')).toBeTruthy()
    expect(screen.getByText('-12.50')).toBeTruthy()
    expect(screen.getByRole('columnheader', { name: 'By' })).toBeTruthy()
    expect(backend.callsOf(reportsApi.transactions)[0]?.query).toMatchObject({ id: 'player-1', type: 'one' })
  })
})

describe('a statement', () => {
  it('lists the entries of the chosen days', async () => {
    const row = {
      transferId: 'x1',
      seq: 4,
      kind: 'transfer',
      counterparty: 'admin1',
      amount: -20,
      balance: 80,
      note: 'for the week',
      by: { accountId: 'admin-1', username: 'admin1', role: 'admin' },
      createdAt: '2026-01-05T10:00:00.000Z',
    }
    const backend = fakeBackend(
      on(sessionApi.fetchUserById, answer(makeAccount())),
      on(ledgerApi.statement, { success: true, data: [row], total: 1 }),
    )
    await open('master', 'player/statement/player-1?from=2026-01-01&to=2026-01-31')
    expect(await screen.findByText('for the week')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Statement of player1' })).toBeTruthy()
    const [call] = backend.callsOf(ledgerApi.statement)
    expect(call?.params).toEqual({ accountId: 'player-1' })
    expect(new Date(String(call?.query.startDate))).toEqual(new Date('2026-01-01T00:00:00.000'))
    expect(new Date(String(call?.query.endDate))).toEqual(new Date('2026-01-31T23:59:59.999'))
  })
})
