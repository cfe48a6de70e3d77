import { accountApi, childrenApi, ledgerApi, sessionApi } from '@cascade/contracts/accounts'
import { reportsApi } from '@cascade/contracts/reports'
import { fakeBackend, on } from '@cascade/web-kit/testing'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { detailsResponses } from '../testing/details'
import { answer, listAnswer, makeAccount } from '../testing/make-account'
import { open } from '../testing/open-remote'

const then = '2025-11-12T10:00:00.000Z'
const player = makeAccount({ walletBalance: 12 })
const master = makeAccount({ role: 'master', walletBalance: 40 })
const week = { played: 1, won: 1, end: 0 }

function backendOfThen() {
  return fakeBackend(
    on(accountApi.player.list, listAnswer(player)),
    on(accountApi.master.read, answer(master)),
    on(childrenApi.master.list, listAnswer(player)),
    on(reportsApi.weeks, answer({ thisWeek: week, lastWeek: week })),
    on(
      ledgerApi.tree,
      answer({ node: { ...master, _id: 'areamanager-0', children: 1 }, children: [{ ...player, children: 0 }] }),
    ),
    on(ledgerApi.statement, listAnswer()),
    on(sessionApi.fetchUserById, answer(makeAccount({ _id: 'above-1', username: 'above1' }))),
    ...detailsResponses,
  )
}

describe('a past time', () => {
  it('applies to list, details, tree and statement, which are then read-only', async () => {
    const backend = backendOfThen()
    const { router } = await open('areamanager', `player?asOf=${then}`)
    await screen.findByText('player1')
    const lists = () => backend.callsOf(accountApi.player.list).map(({ query }) => query.asOf)
    // Page and sum.
    await waitFor(() => expect(lists()).toEqual([then, then]))
    expect(screen.queryByRole('columnheader', { name: 'Action' })).toBeNull()
    expect(screen.queryByRole('checkbox', { name: 'Select player1' })).toBeNull()

    await act(() => router.navigate('/areamanager/master/players/details/master-1'))
    expect(await screen.findByRole('heading', { name: /^Credit as of 2025-11-1/ })).toBeTruthy()
    await screen.findByText('player1')
    expect(backend.callsOf(accountApi.master.read)[0]?.query.asOf).toBe(then)
    expect(backend.callsOf(childrenApi.master.list)[0]?.query.asOf).toBe(then)
    expect(backend.callsOf(reportsApi.weeks)[0]?.query.asOf).toBe(then)
    expect(screen.queryByRole('button', { name: 'Edit: master1' })).toBeNull()

    await act(() => router.navigate('/areamanager/tree'))
    await screen.findByRole('tree')
    expect(backend.callsOf(ledgerApi.tree)[0]?.query.asOf).toBe(then)
    await waitFor(() => expect(router.state.location.search).toContain('asOf='))

    await act(() => router.navigate('/areamanager/player/players/statement/player-1'))
    await waitFor(() => expect(backend.callsOf(ledgerApi.statement)[0]?.query.asOf).toBe(then))
  })
})

describe('an account list', () => {
  it('has no export for area managers, as specified, and one for others', async () => {
    fakeBackend(
      on(accountApi.areamanager.list, listAnswer(makeAccount({ role: 'areamanager' }))),
      on(accountApi.master.list, listAnswer(master)),
    )
    const { router, user } = await open('superadmin', 'areamanager')
    await user.click(await screen.findByRole('checkbox', { name: 'Select areamanager1' }))
    await screen.findByText('1 selected')
    expect(screen.queryByRole('button', { name: /Export/ })).toBeNull()
    await act(() => router.navigate('/superadmin/master'))
    await screen.findByText('master1')
    expect(screen.getByRole('button', { name: /Export/ })).toBeTruthy()
  })
})
