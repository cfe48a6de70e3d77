import { accountApi, playerApi } from '@cascade/contracts/accounts'
import { type GameDescription, gameCodes } from '@cascade/contracts/games'
import { liveApi, type PlayDraw, playApi } from '@cascade/contracts/live'
import { demoPassword } from '@cascade/dev'
import { masterDescription } from '@cascade/draw-rules/master'
import { createPlayClient } from '@cascade/play-client'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Session } from '../support/api'
import { makeQuickGame, quickSeconds } from '../support/quick-game'
import { api, newSuperadmin, url } from '../support/suite'
import { createBranch, fund } from '../support/world'

const patience = { timeout: 60_000, interval: 300 }
const stake = 10
let player: Session
let gameId: string

beforeAll(async () => {
  const superadmin = await newSuperadmin()
  const branch = await createBranch(api, superadmin)
  const digits = masterDescription(gameCodes.funTarget) as GameDescription
  const game = await makeQuickGame(api, superadmin, 'Client', { ...digits, policy: 'random' })
  gameId = game.gameId
  const body = { games: [game._id] } as never
  await api.call(accountApi.admin.update, superadmin, { params: { id: branch.admin._id }, body })
  await fund(api, superadmin, 'player', branch.player._id, 1_000)
  player = await api.login(branch.player.username)
  // svc-live learns of the admin's games through events.
  const isQuick = async () => {
    const [game] = (await api.call(playApi.games, player)).data
    expect(game?.everySeconds).toBe(quickSeconds)
  }
  await vi.waitFor(isQuick, { ...patience, timeout: 120_000 })
}, 180_000)

describe('a player', () => {
  /** A third-party client: it uses only what the API responses contain. */
  it('lists the games, bets on every option, follows the tickets, claims the win and reads the statement', async () => {
    expect((await api.call(playApi.games, player)).data).toMatchObject([{ gameId, status: 'active', image: null }])
    const params = { gameId }
    // Bet on every option so that one wins. Retry: a closing draw rejects bets, and the next draw may use other rules.
    const { placed, draw, lines } = await vi.waitFor(async () => {
      const { bets, limits } = (await api.call(playApi.table, player, { params })).data
      const [bet] = bets
      const lines = (bet?.takes ?? []).map(({ drawno }) => ({ type: bet?.type ?? '', drawno, quantity: stake }))
      expect(limits.bet.max).toBeGreaterThanOrEqual(stake)
      const draw = (await api.call(playApi.draw, player, { params })).data
      const body = { gameId, drawId: draw.drawId, bets: lines }
      return { draw, lines, placed: (await api.call(liveApi.createBet, player, { body })).data }
    }, patience)
    expect(placed.commitment).toBe(draw.commitment)
    const me = (await api.call(playerApi.me, player)).data
    expect(me.balance + me.unclaimed + me.open.stake).toBeGreaterThanOrEqual(1_000 - lines.length * stake)

    const ticket = await vi.waitFor(async () => {
      const { data } = await api.call(playApi.ticket, player, { params: { ticketId: placed.ticketId } })
      expect(data.state).toBe('won')
      return data
    }, patience)
    expect(ticket).toMatchObject({ stake: lines.length * stake, drawId: placed.drawId, claimed: 0 })
    expect(ticket.proof).toMatchObject({ drawId: placed.drawId, ticket: { ticketId: placed.ticketId }, size: 1 })
    expect(ticket.bets.filter(({ win }) => win > 0).map(({ drawno }) => drawno)).toEqual([ticket.result])
    const won = await api.call(playApi.tickets, player, { query: { state: 'won' } })
    expect(won.data.map(({ ticketId }) => ticketId)).toEqual([placed.ticketId])
    expect((await api.call(playApi.wins, player)).sum).toBe(ticket.win)
    const after = (await api.call(playApi.draw, player, { params })).data
    expect(after.lastResults.map(({ drawId }) => drawId)).toContain(placed.drawId)

    const claim = (await api.call(liveApi.take, player, { body: {} })).data
    expect(claim).toMatchObject({ claimed: ticket.win, left: 0 })
    expect((await api.call(playApi.wins, player)).data).toEqual([])
    const { data: statement } = await api.call(playerApi.statement, player, { query: { size: '2' } })
    expect(statement.map(({ amount }) => amount)).toEqual([ticket.win, -ticket.stake])
    await vi.waitFor(async () => {
      const { data } = await api.call(playerApi.me, player)
      expect(data).toMatchObject({ balance: statement[0]?.balance, open: { tickets: 0 }, unclaimed: 0, owed: 0 })
    }, patience)
  })

  it('gets the list of valid types for a bet of an unknown type', async () => {
    const body = { gameId, bets: [{ type: 'corner', drawno: '7', quantity: stake }] }
    const { status, body: answer } = await api.send('POST', liveApi.createBet.path, { token: player.token, body })
    expect([status, answer.errors]).toEqual([400, { 'bets.0.type': 'Not a bet of this game. It takes: straight.' }])
  })
})

describe('the play-client', () => {
  it("follows draws and tickets over its socket, and verifies the player's own ticket", async () => {
    const client = createPlayClient(url, () => ({ username: player.user.username, password: demoPassword }))
    const draws: PlayDraw[] = []
    const changes: (string | undefined)[] = []
    const live = await client.connect({
      draw: (_gameId, draw) => draws.push(draw),
      tickets: change => changes.push(change?.change),
    })
    live.follow(gameId)
    const bets = [{ type: 'straight', drawno: '7', quantity: stake }]
    const placed = await vi.waitFor(() => client.bet({ gameId, bets }), patience)
    await vi.waitFor(() => {
      expect(changes).toContain('settled')
      expect(draws.at(-1)?.lastResults.map(({ drawId }) => drawId)).toContain(placed.drawId)
    }, patience)
    const findings = await vi.waitFor(() => client.verify(placed.ticketId, placed), patience)
    expect(findings?.filter(({ ok }) => ok === false)).toEqual([])
    live.close()
  })
})
