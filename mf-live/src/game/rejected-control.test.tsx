import { ledgerApi } from '@cascade/contracts/accounts'
import { gameCodes } from '@cascade/contracts/games'
import { liveApi } from '@cascade/contracts/live'
import { on } from '@cascade/web-kit/testing'
import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeFakeSocket } from '../testing/fake-socket'
import { makeGameState } from '../testing/make-game-state'
import { openPage } from '../testing/open-page'
import { setSocketOpener } from './feed/open-socket'

/** An error response without a message: the page needs its own. */
const emptyError = () => Response.json({ success: false }, { status: 500 })

beforeEach(() => setSocketOpener(async () => makeFakeSocket().socket))
afterEach(() => setSocketOpener())

/** Opens a live game whose server rejects every change, or becomes unreachable after loading. */
async function open(server: 'rejects' | 'is gone') {
  const state = makeGameState(gameCodes.funTarget)
  const { adminId, gameId } = state
  const { backend, user } = await openPage(
    `/admin/game/${gameId}/${adminId}/admin1`,
    on(liveApi.loadGame, { success: true, data: state }),
    on(liveApi.addBalance, emptyError),
    on(ledgerApi.outcomeOfKey, { success: true, data: { transferId: 't1', outcome: 'unknown' } }),
    on(liveApi.addResult, emptyError),
  )
  await screen.findByRole('timer')
  if (server === 'is gone') backend.disconnect({ isReported: false })
  return user
}

const press = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }))

const addBalance = async (user: UserEvent) => {
  await user.type(screen.getByLabelText('Add Balance'), '500')
  await press(user, 'Add Balance')
}
const resetBalance = (user: UserEvent) => press(user, 'Reset Balance')
const saveResult = async (user: UserEvent) => {
  await user.click(screen.getByRole('button', { name: /^7\s?\d/ }))
  await press(user, 'SAVE')
}

const resultNote = 'It may have been saved: what stands under “Saved result” counts.'
const balanceNote = /got no answer. It may have been done./

describe('a control', () => {
  it.each([
    ['adding a balance', 'rejects', addBalance, 'Failed to add balance. Please try again.', balanceNote],
    ['adding a balance', 'is gone', addBalance, 'Error occurred while adding balance!', balanceNote],
    ['resetting the balance', 'rejects', resetBalance, 'Failed to add balance. Please try again.', balanceNote],
    ['resetting the balance', 'is gone', resetBalance, 'Error occurred while adding balance!', balanceNote],
    ['saving a result', 'rejects', saveResult, `Failed to add result. Please try again. ${resultNote}`, undefined],
    ['saving a result', 'is gone', saveResult, `Error occurred while adding result! ${resultNote}`, undefined],
  ] as const)(
    'of %s on a server that %s is reported as possibly done',
    async (_what, server, change, message, note) => {
      const user = await open(server)
      await change(user)
      expect((await screen.findByRole('alert')).textContent).toBe(message)
      if (note) expect(await screen.findByText(note)).toBeTruthy()
    },
  )
})
