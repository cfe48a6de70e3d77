import { accountApi, accountHistoryApi } from '@cascade/contracts/accounts'
import { fakeBackend, on } from '@cascade/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { detailsResponses } from '../testing/details'
import { answer, listAnswer, makeAccount } from '../testing/make-account'
import { open } from '../testing/open-remote'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const by = { accountId: 'm1', username: 'master7', role: 'master' }
const deletedAccount = (left = 10) =>
  makeAccount({ walletBalance: 0, deletion: { at: inDays(left - 30), by, restorableUntil: inDays(left) } })

async function openDeleted(account = deletedAccount()) {
  const backend = fakeBackend(
    on(accountApi.player.list, listAnswer(account)),
    on(accountApi.player.read, answer(account)),
    on(accountApi.player.restore, answer(account, 'player1 is restored.')),
    on(accountHistoryApi.list, { success: true, data: [], total: 0 }),
    ...detailsResponses,
  )
  const page = await open('admin', 'player?status=deleted')
  await screen.findByText('player1')
  return { backend, ...page }
}

describe('the list of deleted accounts', () => {
  it('names date and actor, cannot be selected, and restores', async () => {
    const { user, backend } = await openDeleted()
    expect(backend.callsOf(accountApi.player.list)[0]?.query).toMatchObject({ deleted: 'true' })
    expect(backend.callsOf(accountApi.player.list)[0]?.query.status).toBeUndefined()
    const row = within(screen.getByText('player1').closest('tr')!)
    expect(row.getByText('master7')).toBeTruthy()
    expect(row.queryByRole('checkbox')).toBeNull()
    expect(row.queryByRole('link', { name: /Edit/ })).toBeNull()
    await user.click(row.getByRole('button', { name: /^Restore/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/Its balance is 0/)).toBeTruthy()
    await user.click(dialog.getAllByRole('button').at(-1)!)
    await waitFor(() =>
      expect(backend.callsOf(accountApi.player.restore).map(({ params }) => params)).toEqual([{ id: 'player-1' }]),
    )
    expect(await screen.findByText('player1 is restored.')).toBeTruthy()
  })

  it('has no action after 30 days', async () => {
    await openDeleted(deletedAccount(-1))
    expect(screen.queryByRole('button', { name: /^Restore/ })).toBeNull()
  })

  it('leads to details that can only be read', async () => {
    const { user, backend } = await openDeleted()
    await user.click(screen.getByRole('link', { name: 'player1' }))
    expect(await screen.findByText(/^Deleted .* by master7\. It can be restored until/)).toBeTruthy()
    expect(backend.callsOf(accountApi.player.read)[0]?.query.deleted).toBe('true')
    expect(screen.getByRole('button', { name: 'Statement' })).toBeTruthy()
    expect(screen.queryByText('Edit')).toBeNull()
  })
})
