import { randomInt, randomUUID } from 'node:crypto'
import { accountApi } from '@cascade/contracts/accounts'
import { type Game, type GameDescription, gamesApi, timeApi } from '@cascade/contracts/games'
import { liveApi } from '@cascade/contracts/live'
import type { Suite } from '@cascade/dev-stack'
import { masterDescription } from '@cascade/draw-rules/master'
import { callApi, childrenOf, signIn } from '../suite/api'

const credit = 10_000_000
const password = 'bench-players-1'
/** A new description counts from the draw after the one that is open: a new game draws soon. */
const firstSeconds = 10

type Signed = Awaited<ReturnType<typeof signIn>>
type BenchPlayer = { token: string; id: string }

/** An admin of the demo tree with games of the benchmark's own, and players of its own below. */
export type BenchPlay = {
  url: string
  admin: Signed
  players: readonly BenchPlayer[]
  /** A game that is played as one of the master data, with so many seconds between draws. */
  addGame: (like: string, intervalSeconds: number) => Promise<Game>
  /** Stakes a point; a bet on a draw that has just closed is placed on the next one. */
  bet: (player: number, gameId: string, bet: { type: string; drawno: string }) => Promise<void>
}

export async function openPlay(suite: Suite, count: number): Promise<BenchPlay> {
  const { url } = suite
  const loginOf = (username: string) => {
    const login = suite.logins.find(each => each.username === username)
    if (!login) throw new Error(`The demo tree has no ${username}`)
    return signIn(url, login)
  }
  const [superadmin, admin] = [await loginOf('superadmin'), await loginOf('admin1')]
  const rootPassword = suite.logins.find(each => each.username === 'superadmin')?.password ?? ''
  const players = await makePlayers(url, { superadmin, rootPassword, admin }, count)

  return {
    ...{ url, admin, players },
    async addGame(like, intervalSeconds) {
      const token = superadmin.token
      const timeId = await timeOf(url, token, firstSeconds)
      await timeOf(url, token, intervalSeconds)
      const game = await createGame(url, token, timeId)
      const description = descriptionLike(like, intervalSeconds)
      const path = gamesApi.changeDescription.path.replace(':id', game._id)
      await callApi(url, { method: 'PUT', path, token, body: { version: 1, description } })
      await giveGame(url, { superadmin, admin }, game._id)
      await untilPlayed(url, admin, game, description)
      return game
    },
    async bet(player, gameId, { type, drawno }) {
      const { token = '' } = players[player % players.length] ?? {}
      const body = { gameId, bets: [{ type, drawno, quantity: 1 }] }
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

type Makers = { superadmin: Signed; rootPassword: string; admin: Signed }

type Below = { _id: string; levels: number }
/** The first account so many levels below; not every branch of the demo tree is so deep. */
async function firstBelow(url: string, token: string, { _id, levels }: Below): Promise<string | undefined> {
  if (levels === 0) return _id
  for (const child of await childrenOf(url, { token, _id })) {
    const found = await firstBelow(url, token, { _id: child._id, levels: levels - 1 })
    if (found) return found
  }
  return undefined
}

/** Below the first master of the admin. */
async function makePlayers(url: string, { superadmin, rootPassword, admin }: Makers, count: number) {
  const token = superadmin.token
  const master = await firstBelow(url, token, { _id: admin._id, levels: 3 })
  if (!master) throw new Error('The demo tree has no master below admin1')
  const points = { toUserId: superadmin._id, transferAmount: credit * count, password: rootPassword }
  await callApi(url, { method: 'POST', path: accountApi.superadmin.transfer.path, token, body: points })
  const players: BenchPlayer[] = []
  for (let number = 0; number < count; number++) {
    const body = {
      ...{ firstName: 'Bench', lastName: `Player ${number}`, country: 'IN', state: 'MH', city: 'Mumbai' },
      ...{ address: 'Bench', password, refId: master },
    }
    const made = await callApi(url, { method: 'POST', path: accountApi.player.create.path, token, body })
    const { data } = accountApi.player.create.answer.parse(made)
    const transfer = { toUserId: data._id, transferAmount: credit, password: rootPassword }
    await callApi(url, { method: 'POST', path: accountApi.player.transfer.path, token, body: transfer })
    players.push({ id: data._id, token: (await signIn(url, { username: data.username, password })).token })
  }
  return players
}

/** The id of a time between draws, which is made where there is none yet. */
async function timeOf(url: string, token: string, seconds: number): Promise<string> {
  const find = async () => {
    const answer = await callApi(url, { method: 'GET', path: timeApi.list.path, token })
    return timeApi.list.answer.parse(answer).data.find(({ timecount }) => timecount === seconds)?._id
  }
  const known = await find()
  if (known) return known
  const body = { timecount: seconds }
  await callApi(url, { method: 'POST', path: timeApi.create.path, token, body })
  return (await find()) ?? ''
}

async function createGame(url: string, token: string, timeId: string): Promise<Game> {
  const form = new FormData()
  const fields = {
    ...{ gameName: `Bench ${randomInt(1e9)}`, gameDescription: 'Bench', releaseDate: '2026-01-31', publisher: 'Bench' },
    ...{ nodigit: '10', gameStatus: 'active', label: 'no', timeId },
  }
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}/api${gamesApi.create.path}`, { method: 'POST', headers, body: form })
  return gamesApi.create.answer.parse(await answer.json()).data
}

/** An admin plays the games that they have been given. */
async function giveGame(url: string, { superadmin, admin }: Omit<Makers, 'rootPassword'>, gameId: string) {
  const { token } = superadmin
  const path = gamesApi.userGames.path.replace(':userId', admin._id)
  const { data } = gamesApi.userGames.answer.parse(await callApi(url, { method: 'GET', path, token }))
  const games = [...data.map(({ _id }) => _id), gameId]
  const admins = accountApi.admin.update.path.replace(':id', admin._id)
  await callApi(url, { method: 'PUT', path: admins, token, body: { games } })
}

function descriptionLike(gameId: string, intervalSeconds: number): GameDescription {
  const description = masterDescription(gameId)
  if (!description) throw new Error(`${gameId} is no game of the master data`)
  const most = 10_000_000
  const limits = { ...description.limits, drawOptionMax: most, playerDayMax: most, liabilityMax: 10_000_000_000 }
  return { ...description, limits, draw: { intervalSeconds, lockSeconds: 1, resultSeconds: 0 } }
}

/** svc-live hears of it by events; until its own description counts, ten digits are drawn. */
async function untilPlayed(url: string, { token, _id }: Signed, { gameId }: Game, { layout }: GameDescription) {
  const path = `${liveApi.loadGame.path}?adminId=${_id}&gameId=${gameId}`
  for (let left = 120; left > 0; left--) {
    const answer = await callApi(url, { method: 'GET', path, token }).catch(() => undefined)
    const live = liveApi.loadGame.answer.safeParse(answer)
    if (live.success && live.data.data.layout.kind === layout.kind) return
    await new Promise(resolve => setTimeout(resolve, 500))
  }
  throw new Error('The game of the benchmark is not played')
}
