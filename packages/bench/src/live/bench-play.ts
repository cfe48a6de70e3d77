import { randomInt, randomUUID } from 'node:crypto'
import { accountApi } from '@cascade/contracts/accounts'
import { type SessionClient, signIn } from '@cascade/contracts/client'
import { type Game, type GameDescription, gamesApi, timeApi } from '@cascade/contracts/games'
import { liveApi } from '@cascade/contracts/live'
import type { Suite } from '@cascade/dev-stack'
import { masterDescription } from '@cascade/draw-rules/master'
import { callApi, childrenOf } from '../suite/api'

const credit = 10_000_000
const password = 'bench-players-1'
/** A new description applies from the next draw, so a new game starts with a short interval. */
const firstSeconds = 10

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
  const loginOf = async (username: string) => {
    const login = suite.logins.find(each => each.username === username)
    const signed = login && (await signIn(url, login))
    if (!signed) throw new Error(`The demo tree has no ${username}`)
    return signed
  }
  const [superadmin, admin] = [await loginOf('superadmin'), await loginOf('admin1')]
  const rootPassword = suite.logins.find(each => each.username === 'superadmin')?.password ?? ''
  const players = await makePlayers({ superadmin, rootPassword, admin }, count)

  return {
    url,
    admin,
    players,
    async addGame(like, intervalSeconds) {
      const timeId = await timeOf(superadmin, firstSeconds)
      await timeOf(superadmin, intervalSeconds)
      const game = await createGame(superadmin, timeId)
      const description = descriptionLike(like, intervalSeconds)
      const body = { version: 1, description }
      await superadmin.call(gamesApi.changeDescription, { params: { id: game._id }, body })
      await giveGame({ superadmin, admin }, game._id)
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

type Makers = { superadmin: SessionClient; rootPassword: string; admin: SessionClient }

type Below = { _id: string; levels: number }
/** The first account `levels` below; not every demo branch is that deep. */
async function findDescendant(url: string, token: string, { _id, levels }: Below): Promise<string | undefined> {
  if (levels === 0) return _id
  for (const child of await childrenOf(url, { token, _id })) {
    const found = await findDescendant(url, token, { _id: child._id, levels: levels - 1 })
    if (found) return found
  }
  return undefined
}

async function makePlayers({ superadmin, rootPassword, admin }: Makers, count: number) {
  const { url, token } = superadmin
  const master = await findDescendant(url, token, { _id: admin.user._id, levels: 3 })
  if (!master) throw new Error('The demo tree has no master below admin1')
  const points = { toUserId: superadmin.user._id, transferAmount: credit * count, password: rootPassword }
  await superadmin.call(accountApi.superadmin.transfer, { body: points })
  const players: BenchPlayer[] = []
  for (let number = 0; number < count; number++) {
    const body = {
      firstName: 'Bench',
      lastName: `Player ${number}`,
      country: 'IN',
      state: 'MH',
      city: 'Mumbai',
      address: 'Bench',
      password,
      refId: master,
    }
    const { data } = await superadmin.call(accountApi.player.create, { body })
    const transfer = { toUserId: data._id, transferAmount: credit, password: rootPassword }
    await superadmin.call(accountApi.player.transfer, { body: transfer })
    const signed = await signIn(url, { username: data.username, password })
    if (signed) players.push({ id: data._id, token: signed.token })
  }
  return players
}

/** The id of a draw interval, created if missing. */
async function timeOf(superadmin: SessionClient, seconds: number): Promise<string> {
  const { data } = await superadmin.call(timeApi.list)
  const existing = data.find(({ timecount }) => timecount === seconds)
  return (existing ?? (await superadmin.call(timeApi.create, { body: { timecount: seconds } })).data)._id
}

async function createGame(superadmin: SessionClient, timeId: string): Promise<Game> {
  const form = new FormData()
  const fields = {
    gameName: `Bench ${randomInt(1e9)}`,
    gameDescription: 'Bench',
    releaseDate: '2026-01-31',
    publisher: 'Bench',
    nodigit: '10',
    gameStatus: 'active',
    label: 'no',
    timeId,
  }
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  return (await superadmin.call(gamesApi.create, { body: form })).data
}

async function giveGame({ superadmin, admin }: Omit<Makers, 'rootPassword'>, gameId: string) {
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
