import { accountApi, ledgerApi } from '@cascade/contracts/accounts'
import { type GameDescription, gameCodes } from '@cascade/contracts/games'
import { betTexts, liveApi } from '@cascade/contracts/live'
import { masterDescription } from '@cascade/draw-rules/master'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Session } from '../support/api'
import { makeQuickGame } from '../support/quick-game'
import { api, newSuperadmin } from '../support/suite'
import { type Branch, balanceOf, createAccount, createBranch, fund } from '../support/world'

const patience = { timeout: 90_000, interval: 500 }
const everyDigit = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0']

let superadmin: Session
let branch: Branch
let gameId: string
beforeAll(async () => {
  superadmin = await newSuperadmin()
  branch = await createBranch(api, superadmin)
  const digits = masterDescription(gameCodes.funTarget) as GameDescription
  const game = await makeQuickGame(api, superadmin, 'Left in the middle', digits)
  gameId = game.gameId
  const body = { games: [game._id] } as never
  await api.call(accountApi.admin.update, superadmin, { params: { id: branch.admin._id }, body })
  const admin = await api.login(branch.admin.username)
  const query = { adminId: branch.admin._id, gameId }
  await vi.waitFor(async () => {
    expect((await api.call(liveApi.loadGame, admin, { query })).data.timecount).toBe(10)
  }, patience)
}, 180_000)

async function newPlayer(): Promise<Session> {
  const { _id, username } = await createAccount(api, superadmin, 'player', branch.master._id)
  await fund(api, superadmin, 'player', _id, 100)
  return api.login(username)
}

const placeBet = ({ token }: Session) => {
  const bets = everyDigit.map(drawno => ({ type: 'straight', drawno, quantity: 1 }))
  return api.send('POST', liveApi.createBet.path, { token, body: { gameId, bets } })
}

/** One point on each digit, so every result wins. */
const bet = (player: Session) =>
  vi.waitFor(async () => {
    const { status, body } = await placeBet(player)
    expect([status, body.message !== betTexts.closed]).toEqual([liveApi.createBet.status, true])
  }, patience)

const remove = ({ user }: Session, query = '') =>
  api.send('DELETE', `/player/${user._id}${query}`, { token: superadmin.token })

describe('deleting a player during play', () => {
  it('waits for open draws, then moves the balance and the winnings to the parent account', async () => {
    const player = await newPlayer()
    const parentHad = await balanceOf(api, superadmin, branch.master._id)
    await bet(player)
    const listed = await api.call(accountApi.player.read, superadmin, { params: { id: player.user._id } })
    // The player counts as online through HTTP calls alone.
    await vi.waitFor(async () => {
      const { data } = await api.call(accountApi.player.read, superadmin, { params: { id: player.user._id } })
      expect(data.isLoggedIn).toBe(true)
    }, patience)
    expect(listed.data.walletBalance).toBe(90)
    const rejected = await remove(player)
    expect([rejected.status, rejected.body]).toMatchObject([409, { reason: 'IN_PLAY', errors: { stake: '10.00' } }])
    const settling = await remove(player, '?settle=true')
    expect([settling.status, settling.body.message]).toEqual([200, expect.stringContaining('closed to bets')])
    expect([401, 403]).toContain((await placeBet(player)).status)
    const { data: tickets } = await api.call(liveApi.history, superadmin, { query: { gameId, size: '10' } })
    const ticket = tickets.find(({ playerId }) => playerId === player.user._id)
    await vi.waitFor(async () => {
      expect((await api.send('GET', `/player/${player.user._id}`, { token: superadmin.token })).status).toBe(404)
    }, patience)
    const parentHas = await balanceOf(api, superadmin, branch.master._id)
    const { data } = await api.call(liveApi.history, superadmin, { query: { gameId, size: '10' } })
    const settled = data.find(({ ticketId }) => ticketId === ticket?.ticketId)
    expect(settled?.winpoints).toBeGreaterThan(0)
    expect(parentHas).toBe(parentHad + 90 + (settled?.winpoints ?? 0))
    const conservation = await api.call(ledgerApi.conservation, superadmin)
    expect(conservation.data.difference).toBe(0)
  })

  it('ends during a concurrent bet with either the account deleted or the ticket placed', async () => {
    const player = await newPlayer()
    const [placed, removed] = await Promise.all([placeBet(player), remove(player)])
    const has = await api.send('GET', `/player/${player.user._id}`, { token: superadmin.token })
    const isPlaced = placed.status === liveApi.createBet.status
    expect([isPlaced, removed.status, has.status]).toEqual(isPlaced ? [true, 409, 200] : [false, 200, 404])
  })
})
