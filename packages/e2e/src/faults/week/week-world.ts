import { accountApi } from '@cascade/contracts/accounts'
import { type GameDescription, gameCodes, gamesApi } from '@cascade/contracts/games'
import { type HistoryRow, liveApi, playApi } from '@cascade/contracts/live'
import { startCommandProxy } from '@cascade/dev/proxies'
import { masterDescription } from '@cascade/draw-rules/master'
import { expect, vi } from 'vitest'
import type { Session } from '../../support/api'
import { makeQuickGame, quickSeconds } from '../../support/quick-game'
import { createBranch, fund, newAccount } from '../../support/world'
import { startDisposableSuite } from '../disposable-suite'

export const patience = { timeout: 120_000, interval: 300 }
export const weekMs = 7 * 86_400_000
/** Percentages of the players: stakes in fours earn whole hundredths. */
const commissions = [2.5, 5, 7.25] as const
const stakes = [4, 12, 20] as const

/** Where it is noon now: no midnight passes during the test. */
function zoneAtNoon(): string {
  const hours = 12 - new Date().getUTCHours()
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
}

export type WeekWorld = Awaited<ReturnType<typeof startWeekWorld>>

/**
 * A suite on a clock that moves forwards, in which three players of a master play: a quick game, and one with draws that
 * last long enough to void a ticket by hand.
 */
export async function startWeekWorld() {
  let aheadMs = 0
  let stopProxy = async () => {}
  const own = await startDisposableSuite({
    env: { BUSINESS_ZONE: zoneAtNoon() },
    hasClocks: true,
    async databaseVia(uri) {
      const change = (reply: Record<string, unknown>) =>
        reply.localTime instanceof Date ? { ...reply, localTime: new Date(reply.localTime.getTime() + aheadMs) } : reply
      const proxy = await startCommandProxy(uri, () => ({ change }))
      stopProxy = proxy.stop
      return proxy.uri
    },
  })
  const { api } = own
  const superadmin = await api.login('superadmin')
  await fund(api, superadmin, 'superadmin', superadmin.user._id, 100_000)
  const { admin, master } = await createBranch(api, superadmin)
  await fund(api, superadmin, 'master', master._id, 1_000)
  const digits = masterDescription(gameCodes.funTarget) as GameDescription
  const quick = await makeQuickGame(api, superadmin, 'Week', digits)
  const all = (await api.call(gamesApi.list, superadmin)).data
  const slow = all.find(({ gameId }) => gameId === gameCodes.andharBahar)?._id
  const games = { games: [quick._id, slow] } as never
  await api.call(accountApi.admin.update, superadmin, { params: { id: admin._id }, body: games })
  const players: (Session & { commission: number })[] = []
  for (const commission of commissions) {
    const body = { ...(newAccount('player', master._id) as object), commission } as never
    const { _id, username } = (await api.call(accountApi.player.create, superadmin, { body })).data
    await fund(api, superadmin, 'player', _id, 1_000)
    players.push({ ...(await api.login(username)), commission })
  }

  const bet = async (player: Session, gameId: string, type: string, quantity: number) => {
    const body = { gameId, bets: [{ type, drawno: '7', quantity }] }
    return (await api.call(liveApi.createBet, player, { body })).data
  }
  const tableOf = async (player: Session, code: string) =>
    (await api.call(playApi.games, player)).data.find(({ gameId }) => gameId === code)
  /** More sessions than the policy allows would end that of the browser. */
  let sessions = new Map<string, Promise<Session>>()
  function sessionOf(username: string): Promise<Session> {
    const session = sessions.get(username) ?? api.login(username)
    sessions.set(username, session)
    return session.catch(error => {
      sessions.delete(username)
      throw error
    })
  }
  const tickets = async (): Promise<HistoryRow[]> =>
    (await api.call(liveApi.history, await sessionOf(admin.username), { query: { size: '100' } })).data

  return {
    ...{ ...own, admin, master, players, tickets, sessionOf },
    /** Places a bet of each player on each of two draws, and waits until they are settled. */
    async play() {
      const [first] = players
      await vi.waitFor(
        async () => expect(first && (await tableOf(first, quick.gameId))?.everySeconds).toBe(quickSeconds),
        patience,
      )
      for (const round of [1, 2]) {
        for (const [at, player] of players.entries())
          await vi.waitFor(() => bet(player, quick.gameId, 'straight', (stakes[at] ?? 0) * round), patience)
        await vi.waitFor(async () => {
          const open = (await tickets()).filter(({ resultNo }) => resultNo === null)
          expect(open).toEqual([])
        }, patience)
      }
    },
    /** A bet of the first player that can be voided for a minute at least. */
    async betSlowly() {
      const [first] = players
      if (!first) throw new Error('There are players.')
      await vi.waitFor(async () => {
        const { closesAt = '' } = (await tableOf(first, gameCodes.andharBahar)) ?? {}
        expect(Date.parse(closesAt)).toBeGreaterThan(Date.now() + 60_000)
      }, patience)
      return bet(first, gameCodes.andharBahar, 'card', 8)
    },
    /** Moves all clocks and ends all sessions. Services read the database's clock every ten seconds. */
    async moveAhead(ms: number) {
      aheadMs = ms
      sessions = new Map()
      for (const name of Object.keys(own.suite.processes)) expect(await own.clocks.step(name, ms)).toBe(true)
    },
    async stop() {
      await own.stop()
      await stopProxy()
    },
  }
}

export type Figures = ReturnType<typeof figuresOf>

/** Hundredths, computed from nothing but the tickets of a player. */
export function figuresOf(tickets: readonly HistoryRow[], { user, commission: percent }: WeekWorld['players'][number]) {
  const { _id: userId, username } = user
  const own = tickets.filter(({ playerId }) => playerId === userId)
  const sum = (name: 'playpoints' | 'winpoints') => own.reduce((total, row) => total + Math.round(row[name] * 100), 0)
  const [play, win] = [sum('playpoints'), sum('winpoints')]
  const commission = (play * percent * 100) / 10_000
  expect(Number.isInteger(commission)).toBe(true)
  return { userId, username, play, win, commission, net: play - win - commission }
}
