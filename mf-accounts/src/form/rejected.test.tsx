import { type AnyEndpoint, type BackOfficeRole, parentRoleOf, type TreeRole } from '@cascade/contracts'
import { accountApi, childrenApi, ledgerApi, sessionApi } from '@cascade/contracts/accounts'
import { chooseOption } from '@cascade/ui-kit/testing'
import { fakeBackend, on, rejection } from '@cascade/web-kit/testing'
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { noSessions } from '../testing/details'
import { formResponses, submit } from '../testing/forms'
import { answer, listAnswer, makeAccount } from '../testing/make-account'
import { open } from '../testing/open-remote'
import { chooseFromMenu } from '../testing/row-actions'

/** An error response without a message: the page needs its own. */
const emptyError = () => Response.json({ success: false }, { status: 500 })

type Level = Exclude<TreeRole, 'superadmin'>

/** Fills the fields that the current create form has. */
async function fillCreate(user: UserEvent): Promise<void> {
  const values = {
    'First Name': 'Ada',
    'Last Name': 'Berg',
    Email: 'ada@example.test',
    Phone: '5550100',
    Address: '1 Long Road',
    'PIN Code': '411001',
    PIN: '123456',
    Password: 'secret-1',
  }
  await screen.findByLabelText('First Name')
  for (const [label, value] of Object.entries(values)) {
    const field = screen.queryByLabelText(label)
    if (!field) continue
    await user.click(field)
    await user.paste(value)
  }
  if (!screen.queryByLabelText('Country')) return
  await chooseOption(user, 'Country', 'India')
  await chooseOption(user, 'State', 'Maharashtra')
  await chooseOption(user, 'City', 'Pune')
}

describe('a creation that is rejected without a message', () => {
  const creates: [level: Level, origin: 'list' | 'details', endpoint: AnyEndpoint, message: string][] = [
    ['admin', 'list', accountApi.admin.create, 'Failed to create admin.'],
    ['superareamanager', 'list', accountApi.superareamanager.create, 'Failed to create superdistributors.'],
    ['superareamanager', 'details', childrenApi.admin.create, 'Failed to create super area manager.'],
    ['areamanager', 'list', accountApi.areamanager.create, 'Failed to create area manager.'],
    ['master', 'list', accountApi.master.create, 'Failed to create master.'],
    ['player', 'list', accountApi.player.create, 'Failed to create superretailers.'],
    ['player', 'details', childrenApi.master.create, 'Failed to create player.'],
  ]
  it.each(creates)('shows its own message for %s from the %s', async (level, origin, endpoint, message) => {
    const parentRole = parentRoleOf(level) as BackOfficeRole
    const parent = makeAccount({ role: parentRole, _id: 'p9' })
    fakeBackend(
      ...formResponses(),
      on(endpoint, emptyError),
      on(sessionApi.created, answer(null)),
      on(sessionApi.fetchUserById, answer(parent)),
    )
    // The parent level is the only possible reference.
    const { user } = await open(
      parentRole,
      origin === 'list' ? `${level}/create` : `${parentRole}/players/details/p9/create`,
    )
    await fillCreate(user)
    const notice = screen.findByText(message)
    await submit(user)
    expect(await notice).toBeTruthy()
  })
})

describe('a row action that is rejected without a message', () => {
  async function openList(level: Level, endpoint: AnyEndpoint, reply: unknown = emptyError) {
    const account = makeAccount({ role: level, isLoggedIn: true })
    const tree = answer({ node: { ...account, children: 0 }, children: [] })
    fakeBackend(
      on(accountApi[level].list, listAnswer(account)),
      on(ledgerApi.tree, tree),
      noSessions,
      on(endpoint, reply),
    )
    const { user } = await open('superadmin', level)
    /** Confirms a row action and returns its message, which disappears after a short time. */
    const confirm = async (action: string, message: string) => {
      await chooseFromMenu(user, action, account.username)
      const dialog = await screen.findByRole('dialog')
      const notice = screen.findByText(message)
      await user.click(within(dialog).getByRole('button', { name: 'Confirm' }))
      return notice
    }
    return { confirm, account, user }
  }

  it.each<[Level, string]>([
    ['admin', 'Failed to delete admin.'],
    ['superareamanager', 'Failed to delete SuperDistributors.'],
    ['areamanager', 'Failed to delete SuperDistributors.'],
    ['master', 'Failed to delete master.'],
    ['player', 'Failed to delete player.'],
  ])('shows its own message for a deletion of %s', async (level, message) => {
    const { confirm } = await openList(level, accountApi[level].remove)
    expect(await confirm('Delete', message)).toBeTruthy()
  })

  it("shows the server's message, if there is one", async () => {
    const words = rejection(409, 'CONFLICT', 'Account has subordinates. Cannot delete.')
    const { confirm } = await openList('admin', accountApi.admin.remove, words)
    expect(await confirm('Delete', 'Account has subordinates. Cannot delete.')).toBeTruthy()
  })

  it('shows the old status again', async () => {
    const { confirm, account, user } = await openList('master', accountApi.master.toggle)
    expect(await confirm('Deactivate', 'Failed to update user status.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: `More actions: ${account.username}` }))
    expect(await screen.findByRole('menuitem', { name: 'Deactivate' })).toBeTruthy()
  })

  it('shows the default message for a status change', async () => {
    const { confirm } = await openList('master', accountApi.master.toggle, { success: true })
    expect(await confirm('Deactivate', 'User status updated successfully.')).toBeTruthy()
  })

  it('shows its own message for a logout', async () => {
    const { confirm } = await openList('player', sessionApi.playerLogout)
    expect(await confirm('Logout', 'Failed to logout player.')).toBeTruthy()
  })
})

describe('an edit that is rejected without a message', () => {
  it('is reported as failed', async () => {
    fakeBackend(
      ...formResponses(),
      on(accountApi.admin.read, answer(makeAccount({ role: 'admin' }))),
      on(accountApi.admin.update, emptyError),
    )
    const { user } = await open('superadmin', 'admin/edit/admin-1')
    await user.type(await screen.findByLabelText('First Name'), 'Unlucky')
    await submit(user)
    expect(await screen.findByText('Server error')).toBeTruthy()
  })
})

describe('credit', () => {
  const player = makeAccount({ walletBalance: 80 })
  const owner = { _id: 'admin-0', username: 'admin0', role: 'admin', walletBalance: 500 }

  it.each([
    ['transfer', 'Unknown error occurred during credit transfer.'],
    ['adjust', 'An error occurred.'],
  ] as const)('shows its own message for a %s that is rejected without one', async (kind, message) => {
    fakeBackend(
      on(accountApi.player.read, answer(player)),
      on(sessionApi.loadCredit, answer([owner])),
      on(accountApi.player[kind], () => Response.json({ success: false }, { status: 409 })),
    )
    const { user } = await open('admin', `player/credit${kind}/player-1`)
    await user.type(await screen.findByLabelText('Amount to Transfer'), '5')
    await user.type(screen.getByLabelText('Password'), 'secret-1')
    await user.click(screen.getByRole('button', { name: /Credit Transfer$/ }))
    expect(await screen.findByText(message)).toBeTruthy()
  })

  const invalid = {
    transfer: 'Invalid transfer amount. Please enter a valid number.',
    adjust: 'Invalid adjustment amount. Please enter a valid number.',
  }
  it.each([
    ['transfer', '0', 'Amount must be greater than 0'],
    ['transfer', '1.005', 'At most two decimals'],
    ['adjust', '7,5', 'Write decimals with a point: 7.5'],
    ['adjust', '-3', 'Amount must be greater than 0'],
  ] as const)('rejects a %s of %s before it is sent', async (kind, amount, message) => {
    const backend = fakeBackend(on(accountApi.player.read, answer(player)), on(sessionApi.loadCredit, answer([owner])))
    const { user } = await open('admin', `player/credit${kind}/player-1`)
    await user.type(await screen.findByLabelText('Amount to Transfer'), amount)
    await user.type(screen.getByLabelText('Password'), 'secret-1')
    await user.click(screen.getByRole('button', { name: /Credit Transfer$/ }))
    expect(await screen.findByText(message)).toBeTruthy()
    expect(await screen.findByText(invalid[kind])).toBeTruthy()
    expect(backend.callsOf(accountApi.player[kind])).toHaveLength(0)
  })
})
