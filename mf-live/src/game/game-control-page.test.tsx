import { ledgerApi } from '@cascade/contracts/accounts'
import { gameCodes } from '@cascade/contracts/games'
import { drawIdOf, type EndedStop, type LiveGame, liveApi } from '@cascade/contracts/live'
import { renderRemote } from '@cascade/ui-kit/testing'
import { fakeBackend, on, rejection, signInAs } from '@cascade/web-kit/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import remote from '../remote'
import { makeFakeSocket } from '../testing/fake-socket'
import { makeGameState } from '../testing/make-game-state'
import { openPage } from '../testing/open-page'
import { setSocketOpener } from './feed/open-socket'

const by = { accountId: 'admin-1', username: 'admin1', role: 'admin' as const }
const pendingOf = (state: LiveGame) => ({
  drawId: state.drawId,
  result: '7',
  picks: { result: '7' },
  booster: 2 as const,
  by,
  at: state.now,
})
let server: ReturnType<typeof makeFakeSocket>
let live: LiveGame
let reply: (() => unknown) | undefined
let outcome: 'booked' | 'unknown' = 'unknown'
const added = {
  success: true,
  message: 'Balance added successfully!',
  data: { gameBalance: 1500, before: 1000, by },
}

beforeEach(() => {
  server = makeFakeSocket()
  setSocketOpener(async () => server.socket)
})
afterEach(() => setSocketOpener())

let endedStops: EndedStop[] = []
async function open(state: LiveGame) {
  live = state
  signInAs()
  const { adminId, gameId } = state
  const saved = { pending: pendingOf(state), isForOpenDraw: true, replaced: null }
  const backend = fakeBackend(
    on(liveApi.loadGame, () => ({ success: true, data: live })),
    on(liveApi.addResult, { success: true, message: 'Result added successfully!', data: saved }),
    on(liveApi.withdrawResult, () => {
      live = { ...live, pending: null, feed: { ...live.feed, number: live.feed.number + 1 } }
      return { success: true, message: 'Result withdrawn.', data: { withdrawn: pendingOf(state) } }
    }),
    on(liveApi.addBalance, () => reply?.() ?? added),
    on(ledgerApi.outcomeOfKey, () => ({ success: true, data: { transferId: 't1', outcome } })),
    on(liveApi.stops, { success: true, data: [] }),
    on(liveApi.endedStops, { success: true, data: endedStops }),
    on(liveApi.setStop, { success: true, message: 'Betting stopped.', data: [] }),
  )
  const page = await renderRemote(remote.routes, `/admin/game/${gameId}/${adminId}/admin1`)
  await screen.findByRole('timer')
  const cell = (name: RegExp) => screen.getByRole('button', { name })
  const chosen = () => (screen.getByLabelText('Selected result', { selector: 'input' }) as HTMLInputElement).value
  const save = () => page.user.click(screen.getByRole('button', { name: 'SAVE' }))
  return { ...page, backend, cell, chosen, save }
}

describe.each(Object.entries(gameCodes))('the control page of %s', (_name, gameId) => {
  it('shows every option with its payout and saves a result', async () => {
    const state = makeGameState(gameId)
    const { backend, user, save } = await open(state)
    const grid = screen.getByRole('region', { name: 'Draw options' })
    const options = [...state.data, ...state.dataColors, ...state.dataCardTypes]
    const cells = grid.querySelectorAll<HTMLElement>('[aria-pressed]')
    expect(cells).toHaveLength(options.length)
    expect(Array.from(cells, each => each.querySelector('.live-cell-label')?.textContent)).toEqual(
      options.map(({ label }) => label),
    )
    for (const list of [state.data, state.dataColors, state.dataCardTypes]) {
      const at = options.indexOf(list[0] as (typeof options)[number])
      if (list.length > 0) await user.click(cells[at] as HTMLElement)
    }
    // A page this large may be busy for so long that its figures are stale until the next poll.
    await waitFor(() => expect(screen.getByRole('button', { name: 'SAVE' })).toHaveProperty('disabled', false))
    await save()
    expect(await screen.findByText('Result added successfully!')).toBeTruthy()
    expect(backend.callsOf(liveApi.addResult)[0]?.body).toEqual({
      adminId: state.adminId,
      gameId,
      drawId: state.drawId,
      boosterValue: 1,
      result: state.data[0]?.drawno,
      ...(state.dataColors[0] && { color: state.dataColors[0].drawno }),
      ...(state.dataCardTypes[0] && { type: state.dataCardTypes[0].drawno }),
    })
  })
})

describe('the control page', () => {
  it('saves a result that is chosen after the lock for the next draw, and says so', async () => {
    const state = makeGameState(gameCodes.funTarget)
    const { backend, cell, save, user } = await open({ ...state, lockAt: state.now })
    expect(await screen.findByText(/counts for the next draw/)).toBeTruthy()
    await user.click(cell(/^7\s?\d/))
    await save()
    const drawId = drawIdOf(state, Date.parse(state.drawAt) + state.timecount * 1000)
    await waitFor(() => expect(backend.callsOf(liveApi.addResult)[0]?.body).toMatchObject({ drawId, result: '7' }))
  })

  it('clears the selection after it is saved and shows the saved result with its user', async () => {
    const state = makeGameState(gameCodes.funTarget, { 'straight:7': 10 })
    const { cell, chosen, save, user } = await open(state)
    await user.click(cell(/^7\s?\d/))
    await user.click(screen.getByRole('radio', { name: '2' }))
    expect(chosen()).toBe('7')
    live = { ...state, pending: pendingOf(state), feed: { ...state.feed, number: state.feed.number + 1 } }
    await save()
    const banner = await screen.findByRole('region', { name: 'Saved result' })
    expect(banner.textContent).toContain('7')
    expect(banner.textContent).toContain('admin1')
    expect(banner.textContent).toContain('It would pay 180.00 at ×2.')
    expect(chosen()).toBe('')
  })

  it('shows a saved result instead of the policy panel, and replaces it by the selection or withdraws it', async () => {
    const state = makeGameState(gameCodes.funTarget, { 'straight:7': 10 })
    const { backend, cell, user } = await open({ ...state, pending: pendingOf(state) })
    expect(screen.queryByRole('region', { name: 'If nobody chooses' })).toBeNull()
    const saved = within(screen.getByRole('region', { name: 'Saved result' }))
    await user.click(saved.getByRole('button', { name: 'Replace' }))
    expect(document.activeElement?.closest('.live-cell')).not.toBeNull()
    expect(backend.callsOf(liveApi.addResult)).toHaveLength(0)
    await user.click(cell(/^9\s?\d/))
    await user.click(saved.getByRole('button', { name: 'Replace by 9' }))
    await waitFor(() =>
      expect(backend.callsOf(liveApi.addResult)[0]?.body).toMatchObject({ result: '9', boosterValue: 1 }),
    )
    await user.click(saved.getByRole('button', { name: 'Withdraw' }))
    expect(await screen.findByText('Result withdrawn.')).toBeTruthy()
    const { adminId, gameId, drawId } = state
    expect(backend.callsOf(liveApi.withdrawResult)[0]?.body).toEqual({ adminId, gameId, drawId })
    expect(await screen.findByRole('region', { name: 'If nobody chooses' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Saved result' })).toBeNull()
  })

  it('names the booster of every payout, and the budget of the scale', async () => {
    const { cell, user } = await open(makeGameState(gameCodes.funTarget, { 'straight:7': 200 }))
    expect(cell(/^7\s?\d/).textContent).toBe('71,800×1200.00')
    const grid = screen.getByRole('region', { name: 'Draw options' })
    expect(grid.textContent).toContain('Budget 1,080.00 9 of 10 within, others dashed')
    expect(grid.querySelectorAll('[data-over]')).toHaveLength(1)
    await user.click(screen.getByRole('radio', { name: '2' }))
    expect(cell(/^7\s?\d/).textContent).toBe('73,600×2200.00')
  })

  it('reports an incomplete selection and does not send it', async () => {
    const { backend, user, cell, save } = await open(makeGameState(gameCodes.andharBahar))
    await save()
    expect((await screen.findByRole('alert')).textContent).toBe('Please enter a valid result.')
    await user.click(cell(/^A\s?\d/))
    await user.click(cell(/^Spade/))
    await save()
    expect(backend.callsOf(liveApi.addResult)).toHaveLength(0)
  })

  it('warns before a choice is saved that takes the game balance below zero', async () => {
    const state = makeGameState(gameCodes.funTarget, { 'straight:7': 200 })
    const { cell, user } = await open(state)
    await user.click(cell(/^8\s?\d/))
    expect(screen.queryByText(/below zero/)).toBeNull()
    await user.click(cell(/^7\s?\d/))
    expect(screen.getByText(/below zero/).textContent).toContain('-600.00')
  })

  it.each(['0', '-5', '0.99', '1.005', '1e3', '1,5', '€5', '99999999999999999999'])(
    'rejects Add Balance of %s as invalid and sends nothing',
    async typed => {
      const { backend, user } = await open(makeGameState(gameCodes.funTarget))
      await user.type(screen.getByLabelText('Add Balance'), typed)
      await user.click(screen.getByRole('button', { name: 'Add Balance' }))
      expect(await screen.findByText('Please enter a valid balance greater than 0.')).toBeTruthy()
      expect(backend.callsOf(liveApi.addBalance)).toHaveLength(0)
    },
  )

  it("adds at least 1 with Add Balance, shows the server's message, and sets 0 with Reset Balance", async () => {
    const { backend, user } = await open(makeGameState(gameCodes.funTarget))
    const add = () => user.click(screen.getByRole('button', { name: 'Add Balance' }))
    await add()
    expect((await screen.findByRole('alert')).textContent).toBe('Please enter a valid balance greater than 0.')
    await user.type(screen.getByLabelText('Add Balance'), '500')
    await add()
    expect(await screen.findByText('Balance added successfully!')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Reset Balance' }))
    await waitFor(() => expect(backend.callsOf(liveApi.addBalance)).toHaveLength(2))
    const [added, reset] = backend.callsOf(liveApi.addBalance)
    expect(added?.body).toMatchObject({ type: 'add', balance: 500 })
    expect(reset?.body).toMatchObject({ type: 'remove' })
    expect(added?.headers.get('idempotency-key')).toBeTruthy()
  })

  it('retries an addition without a response with the same key, also after a rejection in between', async () => {
    const { backend, user } = await open(makeGameState(gameCodes.funTarget))
    const replies = [
      rejection(503, 'OUTCOME_UNKNOWN', 'Not known.'),
      rejection(429, 'TOO_MANY_REQUESTS', 'Too many.'),
      Response.json(
        { success: true, message: 'Added!', data: { gameBalance: 1500, before: 1000, by } },
        { headers: { 'idempotent-replayed': 'true' } },
      ),
    ]
    reply = () => replies.shift()
    await user.type(screen.getByLabelText('Add Balance'), '500')
    for (const message of [
      'Not known.',
      'Too many.',
      'Added! The attempt before had done it already; it was done once.',
    ]) {
      await user.click(screen.getByRole('button', { name: 'Add Balance' }))
      expect(await screen.findByText(message)).toBeTruthy()
    }
    reply = undefined
    await user.type(screen.getByLabelText('Add Balance'), '500')
    await user.click(screen.getByRole('button', { name: 'Add Balance' }))
    expect(await screen.findByText('Balance added successfully!')).toBeTruthy()
    const keys = backend.callsOf(liveApi.addBalance).map(({ headers }) => headers.get('idempotency-key'))
    expect(new Set(keys.slice(0, 3)).size).toBe(1)
    expect(keys[3]).not.toBe(keys[0])
  })

  it('reads the outcome of an addition without a response, also on a new screen, and blocks another one meanwhile', async () => {
    const { backend, user, unmount } = await open(makeGameState(gameCodes.funTarget))
    const add = async (points: string) => {
      await user.clear(screen.getByLabelText('Add Balance'))
      await user.type(screen.getByLabelText('Add Balance'), points)
      await user.click(screen.getByRole('button', { name: 'Add Balance' }))
    }
    reply = () => rejection(503, 'OUTCOME_UNKNOWN', 'Not known.')
    await add('500')
    expect(await screen.findByText(/The last attempt to add 500.00 got no answer. It may have been done./)).toBeTruthy()
    await add('600')
    await waitFor(() => expect(backend.callsOf(ledgerApi.outcomeOfKey).length).toBeGreaterThan(1))
    expect(backend.callsOf(liveApi.addBalance)).toHaveLength(1)
    reply = undefined
    unmount()
    outcome = 'booked'
    const later = await open(makeGameState(gameCodes.funTarget))
    expect(await screen.findByText(/The attempt before, to add 500.00, was done after all/)).toBeTruthy()
    expect(later.backend.callsOf(liveApi.addBalance)).toHaveLength(0)
    outcome = 'unknown'
  })

  it('retries a result without a response with the same key', async () => {
    const { backend, cell, user, save } = await open(makeGameState(gameCodes.funTarget))
    const stored = () => Object.entries(localStorage).find(([name]) => name.includes('|result|'))?.[1] ?? '{}'
    backend.disconnect()
    await user.click(cell(/^7\s?\d/))
    await save()
    expect(await screen.findByText(/It may have been saved/)).toBeTruthy()
    const { key } = JSON.parse(stored())
    backend.reconnect()
    await save()
    expect(await screen.findByText('Result added successfully!')).toBeTruthy()
    expect(backend.callsOf(liveApi.addResult).map(({ headers }) => headers.get('idempotency-key'))).toEqual([key])
    expect(JSON.parse(stored())).toMatchObject({ key, verdict: 'booked' })
  })

  it('sends the same result for another draw as a new request, even if the outcome of the first is unknown', async () => {
    const state = makeGameState(gameCodes.funTarget)
    const { backend, cell, user, save } = await open(state)
    const stored = () => Object.entries(localStorage).find(([name]) => name.includes('|result|'))?.[1] ?? '{}'
    backend.disconnect()
    await user.click(cell(/^7\s?\d/))
    await save()
    expect(await screen.findByText(/It may have been saved/)).toBeTruthy()
    const { key } = JSON.parse(stored())
    live = { ...state, drawId: `${state.drawId}1`, feed: { ...state.feed, number: state.feed.number + 1 } }
    backend.reconnect()
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(backend.callsOf(liveApi.loadGame).length).toBeGreaterThan(1))
    await save()
    await waitFor(() => expect(backend.callsOf(liveApi.addResult)).toHaveLength(1))
    expect(backend.callsOf(liveApi.addResult)[0]?.headers.get('idempotency-key')).not.toBe(key)
  })

  it('shows the sentence of the specification for a result without a response', async () => {
    const { backend, cell, user, save } = await open(makeGameState(gameCodes.funTarget))
    backend.disconnect({ isReported: false })
    await user.click(cell(/^7\s?\d/))
    await save()
    expect((await screen.findByRole('alert')).textContent).toContain('Error occurred while adding result!')
  })

  it('shows a bar after two ticks without a feed, and disables saving, adding, resetting and stopping', async () => {
    const state = makeGameState(gameCodes.funTarget, {}, { tickMs: 1_000 })
    const { backend, user } = await open(state)
    await waitFor(() => expect(server.state.attempts).toBe(1))
    act(() => server.connected())
    act(() => server.receive('responseData', makeGameState(gameCodes.funTarget, {}, { tickMs: 1_000 })))
    await screen.findByText('Live')
    await user.keyboard('7{Enter}')
    backend.disconnect({ isReported: false })
    const bar = await screen.findByText(/^The feed is lost: these figures are \d+ s old\.$/, {}, { timeout: 5_000 })
    expect(bar.closest('[role="alert"]')).toBeTruthy()
    for (const name of ['SAVE', 'Add Balance', 'Reset Balance', 'Stop betting']) {
      expect(screen.getByRole<HTMLButtonElement>('button', { name: new RegExp(name) }).disabled).toBe(true)
    }
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() =>
      expect(screen.getAllByText('Nothing can be saved or stopped until it is back.')).toHaveLength(2),
    )
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(backend.callsOf(liveApi.addResult)).toHaveLength(0)

    backend.reconnect()
    act(() => server.receive('responseData', makeGameState(gameCodes.funTarget, {}, { tickMs: 1_000 })))
    await waitFor(() => expect(screen.queryByText(/^The feed is lost/)).toBeNull())
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'SAVE' }).disabled).toBe(false)
  })

  it('takes a result by keyboard, typed, chosen, saved and confirmed, unless the keys are off', async () => {
    const { backend, user, chosen } = await open(makeGameState(gameCodes.tripleFun))
    const type = async (...keys: [key: string, option: string][]) => {
      for (const [key, option] of keys) {
        await user.keyboard(key)
        await screen.findByText(`Enter chooses ${option}`)
      }
      await user.keyboard('{Enter}')
    }
    await type(['٤', '0-0-4'], ['٣', '0-4-3'])
    await waitFor(() => expect(chosen()).toBe('0-4-3'))
    await type(['4', '0-0-4'], ['2', '0-4-2'])
    await waitFor(() => expect(chosen()).toBe('0-4-2'))
    await user.keyboard('{Control>}{Enter}{/Control}')
    const dialog = await screen.findByRole('dialog')
    expect(backend.callsOf(liveApi.addResult)).toHaveLength(0)
    await user.click(within(dialog).getByRole('button', { name: 'Save 0-4-2' }))
    await waitFor(() => expect(backend.callsOf(liveApi.addResult)[0]?.body).toMatchObject({ result: '0-4-2' }))

    await user.click(screen.getByRole('switch', { name: 'Keys' }))
    await user.keyboard('7{Enter}')
    expect(chosen()).toBe('')
    await user.click(screen.getByRole('switch', { name: 'Keys' }))
  })

  it('has one tab stop for all cells', async () => {
    await open(makeGameState(gameCodes.funRoullet))
    const grid = screen.getByRole('region', { name: 'Draw options' })
    expect(grid.querySelectorAll('.live-cell > button[tabindex="0"]')).toHaveLength(1)
  })

  it('updates the options of a numbered change, and requests the full state after a gap', async () => {
    const state = makeGameState(gameCodes.funTarget)
    const { cell } = await open(state)
    await waitFor(() => expect(server.state.attempts).toBe(1))
    act(() => server.connected())
    act(() => server.receive('responseData', state))
    const change = (number: number, sum: number) => ({
      adminId: state.adminId,
      gameId: state.gameId,
      now: state.now,
      feed: { ...state.feed, number },
      data: [{ index: 2, sum, liability: 9 * sum, liabilityBoosted: 18 * sum }],
    })
    act(() => server.receive('liveChange', change(state.feed.number + 1, 10)))
    await waitFor(() => expect(cell(/^3\s?\d/).textContent).toBe('390×110.00'))
    act(() => server.receive('liveChange', change(state.feed.number + 3, 70)))
    expect(cell(/^3\s?\d/).parentElement?.querySelector('[data-direction="up"]')).not.toBeNull()
    expect(server.payloadsOf('gameData')).toHaveLength(2)
    expect(cell(/^3\s?\d/).textContent).toBe('390×110.00')
  })

  it('stops betting with a reason and shows the stop prominently', async () => {
    const state = makeGameState(gameCodes.funTarget)
    const { backend, user } = await open(state)
    await user.click(screen.getByRole('button', { name: 'Stop betting' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText('Reason, if you like'), 'Power cut')
    live = { ...state, stops: { ...state.stops, game: true }, feed: { ...state.feed, number: state.feed.number + 1 } }
    await user.click(within(dialog).getByRole('button', { name: 'Stop betting on Fun Target' }))
    expect(await screen.findByText('Nobody can bet on this game.')).toBeTruthy()
    expect(backend.callsOf(liveApi.setStop)[0]?.body).toEqual({
      adminId: state.adminId,
      gameId: state.gameId,
      stopped: true,
      reason: 'Power cut',
    })
    expect(await screen.findByRole('button', { name: 'Allow betting' })).toBeTruthy()
  })

  it("shows a rejection with the server's message", async () => {
    const state = makeGameState(gameCodes.funTarget)
    const { user } = await openPage(
      `/admin/game/${state.gameId}/${state.adminId}/admin1`,
      on(liveApi.loadGame, { success: true, data: state }),
      on(liveApi.addResult, rejection(409, 'CONFLICT', 'The draw is over.')),
    )
    await user.click(await screen.findByRole('button', { name: /^7\s?\d/ }))
    await user.click(screen.getByRole('button', { name: 'SAVE' }))
    expect((await screen.findByRole('alert')).textContent).toBe('The draw is over.')
  })

  it.each([
    ['funtarget', gameCodes.funTarget],
    ['funroullet', gameCodes.funRoullet],
  ])('shows at %s the game of the signed-in admin', async (path, gameId) => {
    const { _id } = signInAs()
    const backend = fakeBackend(on(liveApi.loadGame, { success: true, data: makeGameState(gameId) }))
    await renderRemote(remote.routes, `/admin/${path}`)
    await screen.findByRole('timer')
    expect(backend.callsOf(liveApi.loadGame)[0]?.query).toEqual({ adminId: _id, gameId })
  })

  it('shows a message for a game that is removed meanwhile', async () => {
    await open(makeGameState(gameCodes.funTarget))
    await waitFor(() => expect(server.state.attempts).toBe(1))
    act(() => server.connected())
    act(() => server.receive('responseData', { error: 'This game was removed.', removed: true }))
    expect(await screen.findByText('This game was removed.')).toBeTruthy()
    expect(screen.queryByRole('timer')).toBeNull()
  })

  it('lists ended betting stops with who stopped betting, why, and who ended the stop', async () => {
    const times = { at: '2026-01-05T10:00:00.000Z', endedAt: '2026-01-05T11:30:00.000Z' }
    const endedBy = { ...by, username: 'night-shift' }
    endedStops = [{ adminId: 'a', gameId: 'g', by, reason: 'Power cut', ...times, endedBy }]
    const { user } = await open(makeGameState(gameCodes.funTarget))
    await user.click(await screen.findByText('Earlier betting stops'))
    expect(await screen.findByText(/Power cut/)).toBeTruthy()
    expect(screen.getByText(/^Ended by night-shift, /)).toBeTruthy()
    endedStops = []
  })
})
