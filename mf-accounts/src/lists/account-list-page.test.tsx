import type { BackOfficeRole } from '@cascade/contracts'
import { accountApi, ledgerApi, sessionApi } from '@cascade/contracts/accounts'
import { fakeBackend, on, type RecordedCall, rejection } from '@cascade/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { LevelRole } from '../levels'
import { noSessions } from '../testing/details'
import { textsOfLevels } from '../testing/level-texts'
import { answer, listAnswer, makeAccount } from '../testing/make-account'
import { open } from '../testing/open-remote'
import { chooseFromMenu } from '../testing/row-actions'

const done = (message?: string) => ({ success: true, message })

async function openList(level: LevelRole, role: BackOfficeRole = 'superadmin', account = makeAccount({ role: level })) {
  const backend = fakeBackend(
    on(accountApi[level].list, listAnswer(account)),
    on(accountApi[level].toggle, ({ params }: RecordedCall<typeof accountApi.player.toggle>) =>
      done(`User ${params.userId} has been successfully deactivated.`),
    ),
    on(accountApi[level].remove, done()),
    on(sessionApi.playerLogout, done('player logout successfully.')),
    on(ledgerApi.tree, answer({ node: { ...account, children: 0 }, children: [] })),
    noSessions,
  )
  const page = await open(role, level)
  await screen.findByText(account.username)
  return { backend, account, ...page }
}

const headers = () => {
  const [table] = screen.getAllByRole('table')
  return within(table as HTMLElement)
    .getAllByRole('columnheader')
    .map(header => header.textContent)
}

describe('account lists', () => {
  it.each(textsOfLevels)('have the columns of %s', async (level, { columns }) => {
    await openList(level)
    expect(headers()).toEqual(columns)
  })

  it.each(textsOfLevels)('have the title and add button of %s', async (level, { list, add: made }) => {
    await openList(level)
    expect(screen.getByRole('heading', { level: 1, name: list })).toBeTruthy()
    const add = screen.queryByRole('button', { name: /^Add/ })
    expect(add?.textContent).toBe(made?.button)
  })

  it('are the same on the players sub-list', async () => {
    fakeBackend(on(accountApi.master.list, listAnswer(makeAccount({ role: 'master' }))))
    await open('admin', 'master/players')
    expect(await screen.findByText('master1')).toBeTruthy()
  })

  it('link usernames to the details', async () => {
    await openList('areamanager')
    const link = screen.getByRole('link', { name: 'areamanager1' })
    expect(link.getAttribute('href')).toBe('/superadmin/areamanager/players/details/areamanager-1')
  })

  it('show placeholders for missing references and games', async () => {
    await openList('admin', 'superadmin', makeAccount({ role: 'admin', refId: null, games: [] }))
    expect(screen.getByText('N/A')).toBeTruthy()
    expect(screen.getByText('No games available')).toBeTruthy()
    expect(screen.getByText('1,234.50')).toBeTruthy()
  })

  it('show which players are online', async () => {
    await openList('player', 'master', makeAccount({ isLoggedIn: true }))
    expect(screen.getByText('Online')).toBeTruthy()
  })

  it('have three links per player, and a menu with the destructive actions', async () => {
    const { user } = await openList('player')
    const links = screen.getAllByRole('link', { name: / player1$/ })
    expect(links.map(link => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual([
      ['Edit player1', '/superadmin/player/edit/player-1'],
      ['Credit Transfer player1', '/superadmin/player/credittransfer/player-1'],
      ['Credit Adjust player1', '/superadmin/player/creditadjust/player-1'],
    ])
    await user.click(screen.getByRole('button', { name: 'More actions: player1' }))
    const apart = await screen.findAllByRole('menuitem')
    expect(apart.map(item => item.textContent)).toEqual(['Deactivate', 'Delete', 'Logout'])
  })

  it.each([
    ['master', ['Deactivate', 'Delete']],
    ['gift', undefined],
  ] as const)('have three links per row of %s, and the menu %j', async (level, apart) => {
    const { user } = await openList(level)
    const links = screen.getAllByRole('link', { name: new RegExp(` ${level}1$`) })
    const named = ['Edit', 'Credit Transfer', 'Credit Adjust'].map(action => `${action} ${level}1`)
    expect(links.map(link => link.getAttribute('aria-label'))).toEqual(named)
    const more = screen.queryByRole('button', { name: `More actions: ${level}1` })
    expect(more !== null).toBe(apart !== undefined)
    if (!more) return
    await user.click(more)
    expect((await screen.findAllByRole('menuitem')).map(item => item.textContent)).toEqual(apart)
  })

  it('mark accounts that are deactivated, or below a deactivated one', async () => {
    const below = makeAccount({ _id: 'p2', username: 'player2', suspendedBy: { _id: 'm1', username: 'master3' } })
    fakeBackend(on(accountApi.player.list, listAnswer(makeAccount({ userStatus: false }), below)))
    await open('admin', 'player')
    expect(await screen.findByText('Deactive')).toBeTruthy()
    expect(screen.getByText('Deactive via master3')).toBeTruthy()
  })

  it('keep page, size and search in the URL', async () => {
    const { backend, router, user } = await openList('player')
    await user.type(screen.getByRole('searchbox'), 'pla')
    await waitFor(() => expect(backend.callsOf(accountApi.player.list).at(-1)?.query).toMatchObject({ q: 'pla' }))
    expect(router.state.location.search).toBe('?q=pla')
  })
})

describe('row actions', () => {
  it('confirm a deactivation and show it at once; its message disappears', async () => {
    const { backend, user } = await openList('master')
    await chooseFromMenu(user, 'Deactivate', 'master1')
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('Deactivate Confirmation')).toBeTruthy()
    expect(within(dialog).getByText('Are you sure you want to deactivate master1?')).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }))
    // Uses the username, and floats over the page without moving the rows.
    const message = await screen.findByText('User master1 has been successfully deactivated.')
    expect(message.closest('[data-place="over"]')).toBeTruthy()
    expect(backend.callsOf(accountApi.master.toggle)[0]?.params).toEqual({ userId: 'master-1', action: 'deactivate' })
    expect(backend.callsOf(accountApi.master.list).length).toBeGreaterThan(1)
    await waitFor(() => expect(screen.queryByText('User master1 has been successfully deactivated.')).toBeNull())
  })

  it.each([
    [1, '1 session ends.'],
    [3, '3 sessions end.'],
    [1_000, '1,000+ sessions end.'],
  ])(
    'explain whom a deactivation affects, what happens to the credit and that %i sessions end',
    async (sessions, message) => {
      const account = makeAccount({ role: 'master', walletBalance: 1095.75 })
      const node = { ...account, children: 3 }
      const player = { ...makeAccount(), children: 0 }
      fakeBackend(
        on(accountApi.master.list, listAnswer(account)),
        on(ledgerApi.tree, answer({ node, children: [player, player, player] })),
        on(sessionApi.sessions, ({ query }: RecordedCall) => ({
          success: true,
          data: [],
          total: 1,
          ...(query.below === 'true' && { branchTotal: sessions }),
        })),
      )
      const { user } = await open('superadmin', 'master')
      await chooseFromMenu(user, 'Deactivate', 'master1')
      const dialog = within(await screen.findByRole('dialog'))
      expect(await dialog.findByText(/nor with the 3 below it; open sessions end at once/)).toBeTruthy()
      expect(dialog.getByText('1,095.75 stays with master1.')).toBeTruthy()
      expect(await dialog.findByText(message)).toBeTruthy()
    },
  )

  it('explain that a logout deletes nothing, and where the credit goes in a deletion', async () => {
    const { user } = await openList('player', 'master', makeAccount({ isLoggedIn: true }))
    await chooseFromMenu(user, 'Logout', 'player1')
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText(/^Nothing is deleted: player1 is only signed out/)).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await chooseFromMenu(user, 'Delete', 'player1')
    expect(await screen.findByText('Its 1,234.50 returns to parent1.')).toBeTruthy()
  })

  it('keep the old status after a rejected activation', async () => {
    fakeBackend(
      on(accountApi.master.list, listAnswer(makeAccount({ role: 'master', userStatus: false }))),
      on(ledgerApi.tree, rejection(404, 'NOT_FOUND', 'Not found.')),
      on(accountApi.master.toggle, rejection(409, 'CONFLICT', 'The reference is not active.')),
    )
    const { user } = await open('superadmin', 'master')
    await chooseFromMenu(user, 'Activate', 'master1')
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('Activate Confirmation')).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('The reference is not active.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'More actions: master1' }))
    expect(await screen.findByRole('menuitem', { name: 'Activate' })).toBeTruthy()
  })

  it('send nothing for a cancelled deletion', async () => {
    const { backend, user } = await openList('admin')
    await chooseFromMenu(user, 'Delete', 'admin1')
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('Delete Confirmation')).toBeTruthy()
    expect(within(dialog).getByText('Are you sure you want to delete admin1?')).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    expect(backend.callsOf(accountApi.admin.remove)).toHaveLength(0)
  })

  const deletable = textsOfLevels.flatMap(([level, { deleted }]) => (deleted ? [[level, deleted] as const] : []))
  it.each(deletable)('show the message of the level after a deletion of %s', async (level, message) => {
    const { user } = await openList(level)
    await chooseFromMenu(user, 'Delete', `${level}1`)
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText(message)).toBeTruthy()
  })

  it('log out an online player, with the confirmation text of a deletion', async () => {
    const { backend, user } = await openList('player', 'master', makeAccount({ isLoggedIn: true }))
    await chooseFromMenu(user, 'Logout', 'player1')
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('Delete Confirmation')).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('player logout successfully.')).toBeTruthy()
    expect(backend.callsOf(sessionApi.playerLogout)[0]?.query).toMatchObject({ id: 'player-1' })
  })
})

describe('an address', () => {
  it('redirects to the dashboard if it is unknown', async () => {
    const { router } = await open('admin', 'master/nonsense')
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/dashboard'))
  })

  it('shows a message and a way back for a missing account', async () => {
    fakeBackend(
      on(accountApi.master.read, rejection(404, 'NOT_FOUND', 'Not found.')),
      on(accountApi.master.list, answer([])),
    )
    const { user, router } = await open('admin', 'master/edit/gone')
    await user.click(await screen.findByRole('button', { name: 'Back' }))
    expect(router.state.location.pathname).toBe('/admin/master')
  })
})
