import { randomInt, randomUUID } from 'node:crypto'
import { accountApi } from '@cascade/contracts/accounts'
import type { SessionClient, User } from '@cascade/contracts/client'
import { type Game, type GameDescription, gamesApi } from '@cascade/contracts/games'
import { liveApi } from '@cascade/contracts/live'
import type { Suite } from '@cascade/dev'
import { masterDescription } from '@cascade/draw-rules/master'
import { createGame, findOrCreateTime } from '../players/games'
import { createPeople, giveCredit } from '../players/people'
import { openSession, openUser } from '../players/users'
import { callApi } from '../transfers/api'

/** Enough for the 10 minutes of a full run. */
const credit = 1_000_000

type BenchPlayer = { token: string; id: string }

/** A demo admin with games and players of the benchmark. */
export type BenchPlay = {
  url: string
  admin: SessionClient
  players: readonly BenchPlayer[]
  /** Creates a game with the rules of a master game and the given draw interval. */
  addGame: (like: string, intervalSeconds: number) => Promise<Game>
  /** Places a ticket of 1 point per bet, on the next draw if the current one has just closed. */
  bet: (player: number, gameId: string, ...bets: { type: string; drawno: string }[]) => Promise<void>
}

export async function openPlay(suite: Suite, count: number): Promise<BenchPlay> {
  const { url } = suite
  const loginOf = (username: string) => {
    const login = suite.logins.find(each => each.username === username)
    if (!login) throw new Error(`The demo tree has no ${username}`)
    return login
  }
  const root = loginOf('superadmin')
  const admin = await openSession(url, loginOf('admin1'))
  const players = await makePlayers(openUser(url, root), url, root.password, count)

  return {
    url,
    admin,
    players,
    async addGame(like, intervalSeconds) {
      // Creating a game needs a sign-in of the last five minutes.
      const superadmin = openUser(url, root)
      await findOrCreateTime(superadmin, intervalSeconds)
      const description = descriptionLike(like, intervalSeconds)
      const game = await createGame(superadmin, `Bench ${randomInt(1e9)}`, description)
      await giveGame(superadmin, admin, game._id)
      await waitUntilPlayed(admin, game, description)
      return game
    },
    async bet(player, gameId, ...bets) {
      const { token = '' } = players[player % players.length] ?? {}
      const body = { gameId, bets: bets.map(bet => ({ ...bet, quantity: 1 })) }
      const call = { method: 'POST' as const, path: liveApi.createBet.path, token, body }
      for (let left = 200; ; left--) {
        try {
          await callApi(url, { ...call, key: randomUUID() })
          return
        } catch (error) {
          if (left === 0 || !String(error).includes('Betting is closed')) throw error
          await new Promise(resolve => setTimeout(resolve, 50))
        }
      }
    },
  }
}

async function makePlayers(superadmin: User, url: string, password: string, count: number): Promise<BenchPlayer[]> {
  const people = await createPeople(superadmin, url, 'areamanager1', count)
  const playerIds = people.players.map(({ id }) => id)
  await giveCredit(superadmin, password, people, { playerIds, points: credit })
  const players: BenchPlayer[] = []
  for (const login of people.players) players.push({ id: login.id, token: (await openSession(url, login)).token })
  return players
}

async function giveGame(superadmin: User, admin: SessionClient, gameId: string) {
  const { data } = await superadmin.call(gamesApi.userGames, { params: { userId: admin.user._id } })
  const games = [...data.map(({ _id }) => _id), gameId]
  await superadmin.call(accountApi.admin.update, { params: { id: admin.user._id }, body: { games } })
}

function descriptionLike(gameId: string, intervalSeconds: number): GameDescription {
  const description = masterDescription(gameId)
  if (!description) throw new Error(`${gameId} is not a master game`)
  const most = 10_000_000
  const limits = { ...description.limits, drawOptionMax: most, playerDayMax: most, liabilityMax: 10_000_000_000 }
  return { ...description, limits, draw: { intervalSeconds, lockSeconds: 1, resultSeconds: 0 } }
}

/** Waits for svc-live, which learns of games by events and uses a default description first. */
async function waitUntilPlayed(admin: SessionClient, { gameId }: Game, { layout }: GameDescription) {
  const query = { adminId: admin.user._id, gameId }
  for (let left = 120; left > 0; left--) {
    const live = await admin.call(liveApi.loadGame, { query }).catch(() => undefined)
    if (live?.data.layout.kind === layout.kind) return
    await new Promise(resolve => setTimeout(resolve, 500))
  }
  throw new Error('benchmark game not playable in time')
}
