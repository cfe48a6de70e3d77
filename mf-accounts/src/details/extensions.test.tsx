import { accountApi, sessionApi } from '@cascade/contracts/accounts'
import { renderRemote } from '@cascade/ui-kit/testing'
import { type ActionProps, type CardProps, type Extensions, useExtensionStore } from '@cascade/web-kit'
import { fakeBackend, on, signInAs } from '@cascade/web-kit/testing'
import { screen, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished } from 'vitest'
import remote from '../remote'
import { detailsResponses } from '../testing/details'
import { answer, listAnswer, makeAccount } from '../testing/make-account'
import { chooseFromMenu } from '../testing/row-actions'

const card = ({ account }: CardProps) => <p>points of {account?.username}</p>
const action = ({ account, onDone }: ActionProps) => (
  <button type="button" onClick={onDone}>
    gift for {account.username}
  </button>
)
const extensions: Extensions = {
  dashboard: [],
  account: [{ key: 'loyalty.points', label: 'Points', roles: ['admin'], Component: card }],
  accountActions: [{ key: 'loyalty.gift', label: 'Gift', roles: ['admin'], Component: action }],
}
const player = makeAccount({ role: 'player', _id: 'p1', username: 'player1' })

async function open(path: string) {
  signInAs({ role: 'admin' })
  useExtensionStore.setState(extensions)
  onTestFinished(() => useExtensionStore.setState(useExtensionStore.getInitialState()))
  return renderRemote(remote.routes, `/admin/${path}`)
}

describe('extensions of other remotes', () => {
  it('add cards to an account', async () => {
    fakeBackend(on(accountApi.player.read, answer(player)), ...detailsResponses)
    await open('player/players/details/p1')
    const section = (await screen.findByRole('heading', { name: 'Points' })).closest('section')
    expect(within(section!).getByText('points of player1')).toBeTruthy()
  })

  it('add actions to a row of a list', async () => {
    fakeBackend(on(accountApi.player.list, listAnswer(player)), on(sessionApi.userCount, { success: true, count: 1 }))
    const { user } = await open('player')
    await chooseFromMenu(user, 'Gift', 'player1')
    await user.click(await screen.findByRole('button', { name: 'gift for player1' }))
    expect(screen.queryByRole('button', { name: 'gift for player1' })).toBeNull()
  })
})
