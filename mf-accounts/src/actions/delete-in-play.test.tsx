import { accountApi } from '@cascade/contracts/accounts'
import { fakeBackend, on, type RecordedCall, rejection } from '@cascade/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { listAnswer, makeAccount } from '../testing/make-account'
import { open } from '../testing/open-remote'
import { chooseFromMenu } from '../testing/row-actions'

const inPlay = 'This player has open tickets, unclaimed wins or debts. Settle them first.'
const errors = { tickets: '2', stake: '30.00', wins: '900.50', owed: '0.00' }

async function refuseToDelete() {
  const backend = fakeBackend(
    on(accountApi.player.list, listAnswer(makeAccount())),
    on(accountApi.player.remove, ({ query }: RecordedCall<typeof accountApi.player.remove>) =>
      query.settle === 'true'
        ? { success: true, message: 'The player is closed to bets.' }
        : rejection(409, 'CONFLICT', inPlay, errors),
    ),
  )
  const { user } = await open('master', 'player')
  await chooseFromMenu(user, 'Delete', 'player1')
  const confirm = await screen.findByRole('button', { name: 'Confirm' })
  await user.click(confirm)
  await screen.findByText(inPlay)
  return { backend, user, dialog: within(screen.getByRole('dialog')) }
}

describe('deleting a player with open bets', () => {
  it('lists them and offers to settle first', async () => {
    const { backend, user, dialog } = await refuseToDelete()
    expect(dialog.getByText('Are you sure you want to delete player1?')).toBeTruthy()
    expect(dialog.getAllByRole('listitem').map(item => item.textContent)).toEqual([
      'Open tickets: 2, 30.00 points staked.',
      'Won and not claimed yet: 900.50 points.',
    ])
    await user.click(dialog.getByRole('button', { name: 'Settle and delete' }))
    expect(await screen.findByText('The player is closed to bets.')).toBeTruthy()
    expect(backend.callsOf(accountApi.player.remove).map(({ query }) => query.settle)).toEqual([undefined, 'true'])
  })

  it('deletes nothing when it is cancelled, and keeps the reason visible', async () => {
    const { backend, user, dialog } = await refuseToDelete()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.getAllByText(inPlay).length).toBeGreaterThan(0))
    expect(backend.callsOf(accountApi.player.remove)).toHaveLength(1)
  })
})
