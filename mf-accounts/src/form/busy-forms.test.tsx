import { exampleOf } from '@cascade/contracts'
import { accountApi, cashApi, ledgerApi, noticeApi, sessionApi } from '@cascade/contracts/accounts'
import { fakeBackend, on } from '@cascade/web-kit/testing'
import { act, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { answer, makeAccount } from '../testing/make-account'
import { open } from '../testing/open-remote'

/** A response that the test releases; until then the form is busy. */
function deferResponse(reply: () => Response) {
  let release: () => void = () => undefined
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  return { reply: () => released.then(reply), release: () => release() }
}

/** An error response without a message: the page needs its own. */
const emptyError = () => Response.json({ success: false }, { status: 500 })
const owner = { _id: 'admin-0', username: 'admin0', role: 'admin', walletBalance: 500 }
const player = makeAccount({ walletBalance: 80 })

async function openPassword(reply: () => unknown) {
  const backend = fakeBackend(
    on(sessionApi.fetchUserById, answer(makeAccount({ role: 'master', _id: 'master-0' }))),
    on(sessionApi.sessions, { ...answer([]), total: 0 }),
    on(cashApi.list, exampleOf(cashApi.list).response),
    on(noticeApi.settings, exampleOf(noticeApi.settings).response),
    on(sessionApi.changePassword, reply),
  )
  const { user } = await open('master', 'profile')
  for (const label of ['Old Password', 'New Password', 'Confirm Password']) {
    await user.type(await screen.findByLabelText(label), label === 'Old Password' ? 'old-secret' : 'new-secret')
  }
  return { backend, user }
}

async function openCredit(reply: () => unknown) {
  const backend = fakeBackend(
    on(accountApi.player.read, answer(player)),
    on(sessionApi.loadCredit, answer([owner])),
    on(accountApi.player.adjust, reply),
    on(ledgerApi.outcomeOfKey, answer({ transferId: 't1', outcome: 'unknown' })),
  )
  const { user } = await open('admin', 'player/creditadjust/player-1')
  await user.type(await screen.findByLabelText('Amount to Transfer'), '5')
  await user.type(screen.getByLabelText('Password'), 'secret-1')
  return { backend, user }
}

const press = async (user: UserEvent, name: RegExp) => user.click(await screen.findByRole('button', { name }))

describe('busy forms', () => {
  it.each([
    ['a credit adjustment', openCredit, /Credit Transfer$/, 'Processing...', accountApi.player.adjust],
    ['a password', openPassword, /Change Password$/, 'Changing...', sessionApi.changePassword],
  ] as const)(
    'show %s in progress on the button, which sends nothing more',
    async (_what, openForm, button, busy, endpoint) => {
      const { reply, release } = deferResponse(emptyError)
      const { backend, user } = await openForm(reply)
      await press(user, button)
      await user.click(await screen.findByText(busy))
      await act(async () => release())
      await waitFor(() => expect(screen.queryByText(busy)).toBeNull())
      expect(backend.callsOf(endpoint as typeof accountApi.player.adjust)).toHaveLength(1)
    },
  )
})

describe('a password change', () => {
  it('is reported as failed if it is rejected without a message', async () => {
    const { user } = await openPassword(emptyError)
    await press(user, /Change Password$/)
    expect(await screen.findByText('Failed to change password.')).toBeTruthy()
  })
})
