import { type LiveGame, liveApi } from '@cascade/contracts/live'
import { renderRemote } from '@cascade/ui-kit/testing'
import { fakeBackend, on, rejection, signInAs } from '@cascade/web-kit/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import remote from '../remote'
import { makeFakeSocket } from '../testing/fake-socket'
import { makeOpenDraw, makeOptions } from '../testing/make-live-game'
import { setSocketOpener } from './feed/open-socket'

const url = '/admin/game/MNOQqWWi/admin-1/admin1'
const answerOf = (live: LiveGame) => ({ success: true, data: live })
let server: ReturnType<typeof makeFakeSocket>

beforeEach(() => {
  server = makeFakeSocket()
  setSocketOpener(async () => server.socket)
})
afterEach(() => setSocketOpener())

/** Opens the page with the draw that the server returns. */
async function open(live: () => LiveGame = () => makeOpenDraw(30), at = url) {
  signInAs()
  const backend = fakeBackend(on(liveApi.loadGame, () => answerOf(live())))
  const page = await renderRemote(remote.routes, at)
  await screen.findByRole('timer')
  return { ...page, backend, loads: () => backend.callsOf(liveApi.loadGame).length }
}

describe('the live page', () => {
  it('shows title, options with totals, clock, collection, daily table and results', async () => {
    await open(() =>
      makeOpenDraw(30, 0, {
        data: makeOptions(['1', '2'], { sum: 12.5 }),
        collections: { totalPlaypoints: 100.1, totalWinpoints: 130.2, totalDraw: 25 },
        percentageData: [{ gameBalance: 1234.5 }],
        lastData: {
          data: [{ drawno: '2', booster: 2, drawId: 'draw-0', drawAt: '2026-03-01T09:59:00.000Z', number: 4213 }],
        },
      }),
    )
    expect(screen.getByRole('heading', { name: 'Fun Target' })).toBeTruthy()
    expect(screen.getByRole('timer').textContent).toMatch(/^00:(30|29)$/)
    expect(screen.getByText('TOTAL DRAW COLLECTION').parentElement?.textContent).toContain('25.00')
    const cells = within(screen.getByRole('region', { name: 'Draw options' })).getAllByRole('listitem')
    expect(cells.map(cell => cell.textContent)).toEqual(['10×112.50', '20×112.50'])
    const daily = within(screen.getByRole('region', { name: 'Daily Collection and Results' }))
    expect(daily.getAllByRole('row').map(row => row.textContent)).toEqual([
      'TOTAL Game Balance1,234.50',
      'TOTAL COLLECTION100.10',
      'TOTAL PAYMENT130.20',
      'BALANCE-30.10',
    ])
    expect(screen.getByRole('link', { name: '4,213 2 2Xs' })).toBeTruthy()
  })

  it('says during a maintenance when the next draw opens, and nothing else once it is open', async () => {
    const opensAt = new Date(Date.now() + 3_600_000).toISOString()
    const { unmount } = await open(() => makeOpenDraw(3_660, 0, { opensAt }))
    expect((await screen.findByText('Maintenance: no draws')).parentElement?.textContent).toContain(
      'The next draw opens at',
    )
    unmount()
    await open()
    expect(screen.queryByText('Maintenance: no draws')).toBeNull()
  })

  it.each([url, '/admin/game/admin-1/MNOQqWWi/admin1'])('requests its offering at %s', async at => {
    const { backend } = await open(undefined, at)
    expect(backend.callsOf(liveApi.loadGame)[0]?.query).toEqual({ adminId: 'admin-1', gameId: 'MNOQqWWi' })
  })

  it('names wheel colours also in words', async () => {
    await open(() => makeOpenDraw(30, 0, { gameId: 'MNOQqWWi', data: makeOptions(['32'], { color: 'red' }) }))
    const [cell] = within(screen.getByRole('region', { name: 'Draw options' })).getAllByRole('listitem')
    expect(cell?.textContent).toMatch(/^32Red/)
    expect(cell?.dataset.color).toBe('red')
  })

  it("counts down by the server's clock, an hour ahead of the browser", async () => {
    await open(() => makeOpenDraw(45, 3_600_000))
    expect(screen.getByRole('timer').textContent).toMatch(/^00:4[45]$/)
  })

  it('is live with the first push, shows its data, and reconnects', async () => {
    await open()
    await waitFor(() => expect(server.state.attempts).toBe(1))
    act(() => server.connected())
    expect(server.payloadsOf('gameData')).toEqual([{ adminId: 'admin-1', gameId: 'MNOQqWWi', changes: true }])
    act(() => server.receive('responseData', makeOpenDraw(30, 1000, { data: makeOptions(['7'], { sum: 50 }) })))
    expect(await screen.findByText('Live')).toBeTruthy()
    expect(await screen.findByText('50.00')).toBeTruthy()

    act(() => server.lost())
    expect(await screen.findByText('Reconnecting')).toBeTruthy()
    act(() => server.connected())
    expect(server.payloadsOf('gameData')).toHaveLength(2)
  })

  it('polls while the socket is silent, and stops when it responds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { loads } = await open()
    expect(loads()).toBe(1)
    await waitFor(() => expect(server.state.attempts).toBe(1))
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    await waitFor(() => expect(loads()).toBeGreaterThan(1))
    act(() => server.connected())
    act(() => server.receive('responseData', makeOpenDraw(30, 1000)))
    await screen.findByText('Live')
    const before = loads()
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    expect(loads()).toBe(before)
  })

  it('pauses the countdown while the window has no focus, and reloads when it regains it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { loads } = await open()
    act(() => void window.dispatchEvent(new Event('blur')))
    const stopped = screen.getByRole('timer').textContent
    expect(screen.getByText('Paused while you are elsewhere')).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(screen.getByRole('timer').textContent).toBe(stopped)
    const before = loads()
    act(() => void window.dispatchEvent(new Event('focus')))
    await waitFor(() => expect(loads()).toBe(before + 1))
    expect(await screen.findByText('Next draw in')).toBeTruthy()
  })

  it('requests the next draw at 0 over the socket, or by HTTP without one', async () => {
    let round = 0
    const { loads } = await open(() => makeOpenDraw(round++ === 0 ? 0.4 : 60))
    await waitFor(() => expect(screen.getByRole('timer').textContent).toMatch(/^0(1:00|0:59)$/))
    expect(loads()).toBe(2)

    await waitFor(() => expect(server.state.attempts).toBe(1))
    act(() => server.connected())
    act(() => server.receive('responseData', makeOpenDraw(0.3, 61_000, { drawId: 'draw-2' })))
    await waitFor(() => expect(server.payloadsOf('timerData')).toHaveLength(2))
    expect(loads()).toBe(2)
  })

  it('reloads the draw with Refresh', async () => {
    const { user, loads } = await open()
    await user.click(screen.getByRole('button', { name: /Refresh/ }))
    await waitFor(() => expect(loads()).toBe(2))
  })

  it('shows a message for an unknown offering and does not request it again', async () => {
    signInAs()
    const backend = fakeBackend(on(liveApi.loadGame, rejection(404, 'NOT_FOUND', 'Not found.')))
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await renderRemote(remote.routes, url)
    expect(await screen.findByText('There is nothing here')).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    expect(backend.callsOf(liveApi.loadGame)).toHaveLength(1)
  })
})
