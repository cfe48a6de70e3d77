import { accountApi } from '@cascade/contracts/accounts'
import { fakeBackend, makePerson, on } from '@cascade/web-kit/testing'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { noSessions } from '../testing/details'
import { listAnswer, makeAccount } from '../testing/make-account'
import { open } from '../testing/open-remote'

const changes = ['Bulk create', 'Add Player', 'Edit player1', 'Credit Transfer player1', 'Credit Adjust player1']
const runs = ['Give credit', 'Activate', 'Deactivate', 'Set limits', 'Logout']
const credit = ['Credit Transfer player1', 'Credit Adjust player1', 'Give credit']
const menu = 'More actions: player1'

const isOffered = (name: string) =>
  screen.queryByRole('button', { name }) !== null || screen.queryByRole('link', { name }) !== null

async function openAs(path: string, person?: ReturnType<typeof makePerson>) {
  fakeBackend(on(accountApi.player.list, listAnswer(makeAccount())), noSessions)
  return open('admin', path, person)
}

describe('the list of players', () => {
  it.each([
    ['the account itself', undefined, [...changes, menu, ...runs]],
    ['a manager', makePerson('manager'), [...changes, menu, ...runs]],
    ['a cashier', makePerson('cashier'), credit],
    ['an auditor', makePerson('auditor'), []],
  ])('offers %s the actions within the rights', async (_, person, expected) => {
    const { user } = await openAs('player', person)
    await screen.findByText('player1')
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    expect(await screen.findByRole('button', { name: 'Runs' })).toBeTruthy()
    expect([...changes, menu, ...runs].filter(isOffered)).toEqual(expected)
  })

  it.each(['create', 'bulkcreate', 'edit/player-1', 'credittransfer/player-1', 'creditadjust/player-1'])(
    'opens no form at %s for an auditor',
    async path => {
      fakeBackend(on(accountApi.player.read, { success: true, data: makeAccount() }), noSessions)
      await open('admin', `player/${path}`, makePerson('auditor'))
      expect(await screen.findByRole('heading', { name: 'You are not allowed to see this' })).toBeTruthy()
      expect(screen.queryByRole('form')).toBeNull()
    },
  )
})
