import { accountApi } from '@cascade/contracts/accounts'
import { fakeBackend, on, type RecordedCall } from '@cascade/web-kit/testing'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { detailsResponses } from '../testing/details'
import { listAnswer, makeAccount } from '../testing/make-account'
import { open } from '../testing/open-remote'

const players = [1, 2, 3].map(at => makeAccount({ _id: `p${at}`, username: `player${at}` }))

function openAt(path: string) {
  const backend = fakeBackend(
    on(accountApi.player.list, listAnswer(...players)),
    on(accountApi.player.read, ({ params }: RecordedCall) => ({
      success: true,
      data: players.find(({ _id }) => _id === (params as { id: string }).id),
    })),
    ...detailsResponses,
  )
  return open('master', path).then(view => ({ ...view, backend }))
}

const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const titled = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('Previous and Next', () => {
  it('walk the rows of the original list, and Back returns to it in one step', async () => {
    const { user, router } = await openAt('player?q=player&sort=username&order=desc')
    await user.click(await screen.findByRole('link', { name: 'player2' }))
    await titled('player2')
    expect((await button('Previous')).title).toBe('player1')
    await user.click(await button('Next'))
    await titled('player3')
    expect((await button('Next')).disabled).toBe(true)
    await user.click(await button('Previous'))
    await titled('player2')
    expect(document.activeElement).toBe(await button('Previous'))
    await user.click(await button('Back'))
    await waitFor(() =>
      expect(router.state.location).toMatchObject({
        pathname: '/master/player',
        search: '?q=player&sort=username&order=desc',
      }),
    )
  })

  it('are hidden if the account was opened by its URL', async () => {
    const { backend } = await openAt('player/players/details/p2')
    await titled('player2')
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull()
    expect(backend.callsOf(accountApi.player.list)).toEqual([])
  })
})
