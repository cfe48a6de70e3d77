import { type GameDescription, gameCodes } from '@cascade/contracts/games'
import { liveApi } from '@cascade/contracts/live'
import { reportsApi } from '@cascade/contracts/reports'
import { masterDescription } from '@cascade/draw-rules/master'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Api, Session } from '../support/api'
import { makeQuickGame } from '../support/quick-game'
import { api, newSuperadmin } from '../support/suite'
import { createBranch, fund, giveAllGames } from '../support/world'

const patience = { timeout: 90_000, interval: 300 }
const pointsMax = 10_000_000_000
const flood = { balances: 600, clearings: 200, atOnce: 10 }

let superadmin: Session
let gameId: string
let flooder: Session
let other: { admin: Session; player: Session }

beforeAll(async () => {
  superadmin = await newSuperadmin()
  const digits = masterDescription(gameCodes.funTarget) as GameDescription
  gameId = (await makeQuickGame(api, superadmin, 'Flooded', digits)).gameId
  const [first, second] = [await createBranch(api, superadmin), await createBranch(api, superadmin)]
  for (const { admin } of [first, second]) await giveAllGames(api, superadmin, admin._id)
  await fund(api, superadmin, 'player', second.player._id, 1_000)
  flooder = await api.login(first.admin.username)
  other = { admin: await api.login(second.admin.username), player: await api.login(second.player.username) }
}, 240_000)

/** Sends many requests with bounded concurrency. @returns the number of responses by status */
async function send(calls: number, once: (number: number) => ReturnType<Api['send']>) {
  const statuses = new Map<number, number>()
  let next = 0
  const work = async () => {
    while (next < calls) {
      const { status } = await once(next++)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: flood.atOnce }, work))
  return Object.fromEntries(statuses)
}

const bet = () =>
  vi.waitFor(async () => {
    const body = { gameId, bets: [{ type: 'straight', drawno: '7', quantity: 1 }] }
    return (await api.call(liveApi.createBet, other.player, { body })).data
  }, patience)

const stateOf = async (drawId: string) => (await api.call(liveApi.draw, other.admin, { params: { drawId } })).data.state

describe('an admin who floods balances and clearings', () => {
  it('does not stop bets, draws, payouts and lists of other admins', async () => {
    const body = { gameId, adminId: flooder.user._id, type: 'add', balance: pointsMax }
    const balances = send(flood.balances, () =>
      api.send('POST', liveApi.addBalance.path, { token: flooder.token, body }),
    )
    const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString()
    const clearings = send(flood.clearings, number => {
      const range = { startDate: day(number % 90), endDate: day(number % 60), models: ['ticket', 'result'] }
      return api.send('POST', reportsApi.clearHistory.path, { token: flooder.token, body: range })
    })
    // One round during the flood and one after it.
    for (let round = 0; round < 2; round++) {
      const { drawId, ticketId } = await bet()
      await expect.poll(() => stateOf(drawId), patience).toBe('settled')
      const { data } = await api.call(liveApi.history, other.admin, { query: { gameId } })
      expect(data.map(row => row.ticketId)).toContain(ticketId)
      if (round === 0) await Promise.all([balances, clearings])
    }
    // The flooding admin is rejected, or told that a booking takes longer than 5 s, but gets no other error.
    const answered = { ...(await balances), ...(await clearings) }
    expect(Object.keys(answered).filter(status => Number(status) >= 500 && status !== '503')).toEqual([])
    await api.call(liveApi.history, flooder)
  }, 600_000)
})
