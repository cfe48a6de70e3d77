import { gameCodes } from '@cascade/contracts/games'
import { type HistoryRow, historyRowExample, liveApi } from '@cascade/contracts/live'
import { chooseOption, renderRemote } from '@cascade/ui-kit/testing'
import { fakeBackend, on, type RecordedCall, rejection, signInAs } from '@cascade/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import remote from '../remote'
import { openPage } from '../testing/open-page'

const url = '/admin/gamehistory'
const settled: HistoryRow = { ...historyRowExample, ticketId: 'ticket-1', resultNo: '7', booster: 2 }
const open: HistoryRow = { ...historyRowExample, ticketId: 'ticket-2', resultNo: null, booster: null, claimdate: null }
const history = on(liveApi.history, { success: true, data: [settled, open], total: 2 })
const games = on(liveApi.historyGames, {
  success: true,
  data: [{ _id: 'g1', gameId: 'MNOQqWWi', gameName: 'Fun Target' }],
})
const users = on(liveApi.historyUsers, ({ query }: RecordedCall) => ({
  success: true,
  data: [{ _id: 'player-9', username: 'player1', role: 'player' }].filter(user =>
    user.username.startsWith(query.q ?? ''),
  ),
}))
const lines = [{ ticketid: 'ticket-1', drawno: '7', drawqty: 10, drawtotal: 10, type: 'straight', win: 180 }]
const ticket = on(liveApi.ticket, { success: true, data: lines })
const noRecord = on(liveApi.record, rejection(404, 'NOT_FOUND', 'Not found'))

describe('the bet list', () => {
  it('shows the columns of the specification, and tickets without result as pending', async () => {
    await openPage(url, history, games)
    const row = (await screen.findByText('ticket-1')).closest('tr')!
    const titles = [
      'No',
      'TicketID',
      'Username',
      'Game ID',
      'Time',
      'Play Points',
      'Win Points',
      'Result',
      'Claim Date',
      'View',
    ]
    expect(screen.getAllByRole('columnheader').map(header => header.textContent)).toEqual(titles)
    expect(within(row).getByText('7 (2X)')).toBeTruthy()
    expect(within(screen.getByText('ticket-2').closest('tr')!).getByText('Pending')).toBeTruthy()
  })

  it('requests today, then the chosen game, user, period and day', async () => {
    const { backend, user } = await openPage(url, history, games, users)
    await screen.findByText('ticket-1')
    expect(backend.callsOf(liveApi.history)[0]?.query).toMatchObject({ preset: '7', page: '1', size: '10' })
    await chooseOption(user, 'Game', 'Fun Target')
    await user.click(screen.getByRole('combobox', { name: 'User' }))
    await user.keyboard('player1')
    await user.click(await screen.findByTitle('player1'))
    await chooseOption(user, 'Period', 'Current Month')
    await user.type(screen.getByLabelText('Specific date'), '2026-01-05{Enter}')
    const query = { gameId: 'MNOQqWWi', userId: 'player-9', preset: '2', tdate: '2026-01-05' }
    await waitFor(() => expect(backend.callsOf(liveApi.history).at(-1)?.query).toMatchObject(query))
  })

  it('shows the bets of a ticket and links to its draw', async () => {
    const { backend, user } = await openPage(url, history, games, ticket, noRecord)
    await user.click(within((await screen.findByText('ticket-1')).closest('tr')!).getByRole('button', { name: /View/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getAllByText('Ticket Details')).toHaveLength(2)
    expect(dialog.getByText('Ticket ID')).toBeTruthy()
    const table = within(await dialog.findByRole('table'))
    const titles = ['#', 'Draw No', 'Qty', 'Total', 'Win']
    expect(table.getAllByRole('columnheader').map(header => header.textContent)).toEqual(titles)
    expect(table.getAllByRole('cell').map(cell => cell.textContent)).toEqual(['1', '7', '10', '10.00', '180.00'])
    const link = dialog.getByRole('link', { name: 'Record of the draw' })
    expect(link.getAttribute('href')).toBe(`/admin/game/draw/${settled.drawId}`)
    expect(backend.callsOf(liveApi.record)[0]?.query).toMatchObject({ ticketId: 'ticket-1' })
  })

  it('shows bets with the option names of the game', async () => {
    signInAs()
    const card = { ...open, gameId: gameCodes.andharBahar, gameName: 'Andhar Bahar' }
    const bets = [
      { ...lines[0], type: 'card', drawno: '1' },
      { ...lines[0], type: 'color', drawno: 'k' },
    ]
    const ticketBets = on(liveApi.ticket, { success: true, data: bets })
    fakeBackend(on(liveApi.history, { success: true, data: [card], total: 1 }), games, ticketBets)
    const { user } = await renderRemote(remote.routes, url)
    await user.click(within((await screen.findByText('ticket-2')).closest('tr')!).getByRole('button', { name: /View/ }))
    expect((await screen.findByText('Colour')).parentElement?.textContent).toBe('SpadeColour')
    expect(screen.getByText('Card').parentElement?.textContent).toBe('ACard')
  })

  it('shows no bets of a ticket whose details cannot be read', async () => {
    const { user } = await openPage(
      '/master/gamehistory',
      history,
      games,
      on(liveApi.ticket, rejection(404, 'NOT_FOUND', 'Not found')),
      noRecord,
    )
    await user.click(within((await screen.findByText('ticket-1')).closest('tr')!).getByRole('button', { name: /View/ }))
    expect(await screen.findByText('No ticket data available.')).toBeTruthy()
    expect(screen.queryByText('Not found')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Record of the draw' })).toBeNull()
  })

  it('shows a message when it is empty', async () => {
    await openPage(`${url}?gameId=MNOQqWWi`, on(liveApi.history, { success: true, data: [], total: 0 }), games)
    expect(await screen.findByText('No history found for this game.')).toBeTruthy()
  })

  it('sums stakes and wins of the filter once for all pages, and marks partial sums', async () => {
    signInAs()
    const sums = { tickets: 10_000, playpoints: 52_000.5, winpoints: 41_000 }
    const answer = ({ query }: RecordedCall) => ({
      success: true as const,
      data: [settled],
      total: 12_345,
      ...(query.sums ? { sums } : {}),
    })
    const backend = fakeBackend(on(liveApi.history, answer), games)
    const { user } = await renderRemote(remote.routes, `${url}?gameId=MNOQqWWi`)
    const sumLine = (await screen.findByText('Newest 10,000 of 12,345')).parentElement
    expect(sumLine?.textContent).toBe('Newest 10,000 of 12,345Staked 52,000.50Won 41,000.00')
    await user.click(screen.getByRole('listitem', { name: '2' }))
    const queries = () => backend.callsOf(liveApi.history).map(({ query }) => query)
    await waitFor(() => expect(queries().at(-1)).toMatchObject({ page: '2' }))
    expect(queries().filter(query => query.sums)).toMatchObject([{ gameId: 'MNOQqWWi', page: '1', size: '1' }])
  })

  it('shows a correction on one line, with the full text as a tooltip', async () => {
    const by = { username: 'root', role: 'superadmin' as const }
    const correction = { from: '3', to: '7', by, at: '2026-03-01T11:00:00.000Z', reason: 'the wheel was read wrong' }
    const corrected: HistoryRow = { ...settled, corrections: [correction] }
    await openPage(url, on(liveApi.history, { success: true, data: [corrected], total: 1 }), games)
    const words = 'corrected 3 → 7 by root: the wheel was read wrong'
    expect((await screen.findByTitle(words)).textContent).toBe(words)
  })

  describe('a ticket that can be voided', () => {
    const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
    const returned = {
      stake: 10,
      by: { username: 'admin1', role: 'admin' as const },
      at: open.timeopen,
      reason: 'Sent twice',
    }
    const data = { ticketId: 'ticket-2', drawId: open.drawId, state: 'void', void: returned }
    const listOf = (...rows: HistoryRow[]) => on(liveApi.history, { success: true, data: rows, total: rows.length })
    const voidButtons = () => screen.queryAllByRole('button', { name: /Void…/ })

    it('is voided with a reason, and then shows who returned the stake and why', async () => {
      let rows: HistoryRow[] = [{ ...open, lockAt: inMs(60_000) }, settled]
      const { backend, user } = await openPage(
        ...([url, games] as const),
        on(liveApi.history, () => ({ success: true, data: rows, total: 2 })),
        on(liveApi.voidTicket, () => {
          rows = [{ ...open, playpoints: 0, state: 'void', void: returned }, settled]
          return { success: true, data }
        }),
      )
      await screen.findByText('ticket-2')
      expect(voidButtons()).toHaveLength(1)
      await user.click(voidButtons()[0]!)
      const dialog = within(await screen.findByRole('dialog'))
      expect(dialog.getByText(/^10.00 points go back to the player/)).toBeTruthy()
      const submit = dialog.getByRole('button', { name: 'Void the ticket' }) as HTMLButtonElement
      expect(submit.disabled).toBe(true)
      await user.type(dialog.getByLabelText('Reason'), 'Sent twice')
      await user.click(submit)
      const row = within((await screen.findByTitle('10.00 returned by admin1: Sent twice')).closest('tr')!)
      expect(row.getByText('Void')).toBeTruthy()
      expect(row.getByText('0.00')).toBeTruthy()
      const sent = { params: { ticketId: 'ticket-2' }, body: { reason: 'Sent twice' } }
      expect(backend.callsOf(liveApi.voidTicket)).toMatchObject([sent])
      await waitFor(() => expect(voidButtons()).toEqual([]))
    })

    it('keeps the dialog open with the error if it is too late', async () => {
      const late = on(liveApi.voidTicket, rejection(409, 'CONFLICT', 'Betting is closed.'))
      const { user } = await openPage(url, listOf({ ...open, lockAt: inMs(60_000) }), games, late)
      await screen.findByText('ticket-2')
      await user.click(voidButtons()[0]!)
      const dialog = within(await screen.findByRole('dialog'))
      await user.type(dialog.getByLabelText('Reason'), 'Sent twice{Enter}')
      expect((await dialog.findByRole('alert')).textContent).toBe('Betting is closed.')
    })

    it('has no such action once betting has closed', async () => {
      await openPage(url, listOf({ ...open, lockAt: inMs(-1) }), games)
      await screen.findByText('ticket-2')
      expect(voidButtons()).toEqual([])
    })

    it('has no such action for a master', async () => {
      await openPage('/master/gamehistory', listOf({ ...open, lockAt: inMs(60_000) }), games)
      await screen.findByText('ticket-2')
      expect(voidButtons()).toEqual([])
    })
  })
})
