import { gameCodes } from '@cascade/contracts/games'
import { type DrawPage, liveApi } from '@cascade/contracts/live'
import { chooseOption, renderRemote } from '@cascade/ui-kit/testing'
import { fakeBackend, on, signInAs } from '@cascade/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from '../remote'
import { drawId, makeDocument, makeDrawPage } from '../testing/make-draw'
import { makeGameState } from '../testing/make-game-state'

const operator = { accountId: 'a1', username: 'admin1', role: 'admin' as const }
const ticket = {
  ticketId: 't-1',
  playerId: 'p-1',
  username: 'player1',
  at: '2026-03-01T10:00:20.000Z',
  stake: 10,
  win: 90,
  lines: [{ type: 'straight', drawno: '3', quantity: 10 }],
}

async function open(draw: DrawPage = makeDrawPage(), ...answers: ReturnType<typeof on>[]) {
  signInAs()
  const backend = fakeBackend(
    ...answers,
    on(liveApi.draw, { success: true, data: draw }),
    on(liveApi.loadGame, { success: true, data: makeGameState(draw.gameId) }),
    on(liveApi.drawTickets, { success: true, data: [ticket], total: 1 }),
    on(liveApi.correction, ({ query }: { query: Record<string, string> }) => ({
      success: true,
      data: {
        drawId: draw.drawId,
        from: '3',
        to: query.result,
        before: 90,
        after: 225,
        gameBalance: 110,
        gameBalanceAfter: -25,
        playerCount: 1,
        players: [
          { playerId: 'p-1', username: 'player9', before: 0, after: 225, difference: 225 },
          {
            playerId: 'p-2',
            username: 'player8',
            before: 0,
            after: 9,
            difference: 9,
            heir: { accountId: 'm-1', username: 'master6' },
          },
        ],
      },
    })),
    on(liveApi.correctResult, {
      success: true,
      message: 'Result corrected.',
      data: {
        drawId: draw.drawId,
        adminId: 'a1',
        gameId: 'MNOQqWWi',
        drawAt: draw.drawAt,
        result: '0',
        booster: 1,
        policy: 'manual',
        stake: 50,
        payout: 225,
        tickets: 4,
        resultVersion: 2,
        by: null,
        state: 'drawn',
      },
    }),
  )
  const page = await renderRemote(remote.routes, `/admin/game/draw/${draw.drawId}`)
  await screen.findByRole('heading', { level: 1 })
  return { ...page, backend }
}

describe('the page of a draw', () => {
  it('shows how the result was picked, its bets and its tickets', async () => {
    await open()
    expect(screen.getByText('the seed, under the policy Budgeted')).toBeTruthy()
    expect(screen.getByText('9 results within the budget')).toBeTruthy()
    expect(screen.getByText('bb6d33829d319a27d8a120139c2aff8e3917762261b090b336688f0ee0a61256')).toBeTruthy()
    expect(await screen.findByText('Straight 3: 10.00')).toBeTruthy()
  })

  it('recomputes the draw in the browser and reports a match', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Recompute in this browser' }))
    const verdict = await screen.findByRole('status')
    expect(within(verdict).getByRole('heading').textContent).toBe('Everything agrees')
    expect(within(verdict).getByText(/The seed picks 3/)).toBeTruthy()
  })

  it('reports a changed record and an unpublished key as errors', async () => {
    const document = makeDocument()
    const changed = { ...document, record: { ...document.record, result: '1' } }
    const { user } = await open(makeDrawPage({ documents: [changed], keys: [] }))
    await user.click(screen.getByRole('button', { name: 'Recompute in this browser' }))
    const verdict = await screen.findByRole('alert')
    expect(verdict.textContent).toContain('The record was changed after it was hashed.')
    expect(verdict.textContent).toContain('none of the given ones')
  })
})

describe('a ticket of an open draw', () => {
  const lockAt = () => new Date(Date.now() + 60_000).toISOString()
  const openDraw = () => makeDrawPage({ documents: [], state: 'open', lockAt: lockAt() })

  it('is voided with a reason', async () => {
    const by = { username: 'admin1', role: 'admin' }
    const returned = { stake: 10, by, at: ticket.at, reason: 'Sent twice' }
    const data = { ticketId: 't-1', drawId, state: 'void', void: returned }
    const { user, backend } = await open(openDraw(), on(liveApi.voidTicket, { success: true, data }))
    await user.click(await screen.findByRole('button', { name: /Void…/ }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Reason'), 'Sent twice')
    await user.click(dialog.getByRole('button', { name: 'Void the ticket' }))
    const sent = { params: { ticketId: 't-1' }, body: { reason: 'Sent twice' } }
    await waitFor(() => expect(backend.callsOf(liveApi.voidTicket)).toMatchObject([sent]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('is shown with who returned the stake and why, if it is void', async () => {
    const returned = { stake: 10, by: { username: 'admin1', role: 'admin' }, at: ticket.at, reason: 'Sent twice' }
    const voided = { ...ticket, stake: 0, win: 0, state: 'void', void: returned }
    await open(openDraw(), on(liveApi.drawTickets, { success: true, data: [voided], total: 1 }))
    expect(await screen.findByText('Void: 10.00 returned by admin1: Sent twice')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Void…/ })).toBeNull()
  })

  it('has no such action after the draw', async () => {
    await open()
    expect(await screen.findByText('Straight 3: 10.00')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Void…/ })).toBeNull()
  })
})

describe('a correction', () => {
  it('previews its effect on each player, requires a reason and sends the choice', async () => {
    const { user, backend } = await open()
    await user.click(screen.getByRole('button', { name: 'Correct the result' }))
    const dialog = await screen.findByRole('dialog')
    await chooseOption(user, 'Result', '1')
    const save = await within(dialog).findByRole('button', { name: 'Correct to 1' })
    await within(dialog).findByText('player9')
    expect(within(dialog).getByText('player8 (deleted, paid to master6)')).toBeTruthy()
    expect(within(dialog).getByText(/below zero, to -25.00/)).toBeTruthy()
    expect((save as HTMLButtonElement).disabled).toBe(true)
    await user.type(within(dialog).getByLabelText('Reason'), 'Wrong wheel')
    await user.click(save)
    await waitFor(() => expect(backend.callsOf(liveApi.correctResult)).toHaveLength(1))
    expect(backend.callsOf(liveApi.correctResult)[0]?.body).toEqual({
      drawId,
      result: '1',
      boosterValue: 1,
      reason: 'Wrong wheel',
    })
  })

  it('reloads the draw when there is no response, and does not claim that nothing was saved', async () => {
    const { user, backend } = await open(makeDrawPage(), on(liveApi.correctResult, new Response('', { status: 502 })))
    await user.click(screen.getByRole('button', { name: 'Correct the result' }))
    const dialog = await screen.findByRole('dialog')
    await chooseOption(user, 'Result', '1')
    await user.type(within(dialog).getByLabelText('Reason'), 'Wrong wheel')
    await user.click(await within(dialog).findByRole('button', { name: 'Correct to 1' }))
    await waitFor(() => expect(backend.callsOf(liveApi.draw)).toHaveLength(2))
    expect(within(dialog).queryByText(/not (sent|saved)|Nothing/)).toBeNull()
  })
})

describe('the page of a draw', () => {
  it('lists changes since the previous draw with old value, new value and user', async () => {
    const at = '2026-03-01T10:00:58.000Z'
    const changes = [
      { what: 'balance' as const, from: '110000', to: '0', by: operator, at },
      { what: 'description' as const, from: '1', to: '2', by: null, at },
    ]
    await open(makeDrawPage({ documents: [makeDocument({ hidden: { changes } })] }))
    expect(screen.getByRole('heading', { name: 'Changed since the draw before' })).toBeTruthy()
    expect(screen.getByText('1,100.00 → 0.00')).toBeTruthy()
    expect(screen.getByText('1 → 2')).toBeTruthy()
    expect(screen.getByText(/^admin1, /)).toBeTruthy()
  })

  it('verifies a corrected record against the version that it corrects', async () => {
    const hidden = { manual: { by: operator, at: '2026-03-01T10:05:00.000Z', reason: 'Wrong wheel' } }
    const correction = { manual: { result: '0', booster: 1 as const }, resultVersion: 2 }
    const verdictOn = async (balance: string) => {
      const corrected = makeDocument({ ...correction, hidden: { ...hidden, balance } })
      const { user, unmount } = await open(makeDrawPage({ documents: [makeDocument(), corrected] }))
      await user.click(screen.getByRole('button', { name: 'Recompute in this browser' }))
      const heading = await screen.findByRole('heading', { name: /agree/ })
      const said = heading.closest('section')?.textContent
      unmount()
      return said
    }
    expect(await verdictOn('20000')).toContain('Everything agrees')
    expect(await verdictOn('20100')).toContain('A correction keeps the balance, and this one has another.')
  })

  it('opens every version of a corrected result', async () => {
    const inherited = [
      {
        player: { accountId: 'p-2', username: 'player8' },
        heir: { accountId: 'm-1', username: 'master6' },
        win: '900',
      },
    ]
    const hidden = { manual: { by: operator, at: '2026-03-01T10:05:00.000Z', reason: 'Wrong wheel' }, inherited }
    const documents = [makeDocument(), makeDocument({ manual: { result: '0', booster: 1 }, resultVersion: 2, hidden })]
    const { user } = await open(makeDrawPage({ documents }))
    expect(screen.getByText('Wrong wheel')).toBeTruthy()
    expect(screen.getByText('player8 is deleted: 9.00 more are paid to master6')).toBeTruthy()
    await user.click(screen.getByText('Version 1'))
    expect(screen.queryByText('Wrong wheel')).toBeNull()
  })

  it('offers neither record nor correction without a result, and describes the bets in words', async () => {
    const legs = [
      { type: 'card', drawno: '1', stake: 10 },
      { type: 'color', drawno: 'k', stake: 5 },
    ]
    await open(makeDrawPage({ gameId: gameCodes.andharBahar, documents: [], state: 'open', legs }))
    expect(screen.getByText('This draw has no result yet.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Correct the result' })).toBeNull()
    expect((await screen.findByText('A')).parentElement?.textContent).toBe('Card A')
    expect(screen.getByText('Spade').parentElement?.textContent).toBe('Color Spade')
  })
})
