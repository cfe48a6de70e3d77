import { accountApi } from '@cascade/contracts/accounts'
import { gamesApi } from '@cascade/contracts/games'
import { type LiveGame, liveApi } from '@cascade/contracts/live'
import { type Game as Compiled, compileGame } from '@cascade/draw-rules'
import { masterGames } from '@cascade/draw-rules/master'
import { vi } from 'vitest'
import type { Session } from '../support/api'
import { makeQuickGame, quickSeconds } from '../support/quick-game'
import { api, newSuperadmin } from '../support/suite'
import { type Branch, createBranch, fund } from '../support/world'

const patience = { timeout: 60_000, interval: 300 }

export type QuickGame = { _id: string; gameId: string; gameName: string; rules: Compiled }
export type QuickWorld = {
  branch: Branch
  admin: Session
  /** By the name in the master data. */
  games: ReadonlyMap<string, QuickGame>
  /** Stakes a point on an option; on `drawId`, or on whatever draw is open. Undefined when it is refused. */
  bet: (game: QuickGame, drawno: string, drawId?: string) => Promise<{ ticketId: string; drawId: string } | undefined>
  live: (game: QuickGame) => Promise<LiveGame>
  stop: () => Promise<void>
}

/** Games that are played as those of the master data are, and draw every ten seconds, below an admin of their own. */
export async function makeQuickWorld(): Promise<QuickWorld> {
  const superadmin = await newSuperadmin()
  const branch = await createBranch(api, superadmin)
  const games = new Map<string, QuickGame>()
  for (const { gameName, description } of masterGames) {
    const { _id, gameId, gameName: name } = await makeQuickGame(api, superadmin, gameName, description)
    games.set(gameName, { _id, gameId, gameName: name, rules: compileGame(description) })
  }
  const own = [...games.values()]
  const body = { games: own.map(({ _id }) => _id) } as never
  await api.call(accountApi.admin.update, superadmin, { params: { id: branch.admin._id }, body })
  await fund(api, superadmin, 'player', branch.player._id, 100_000)
  const admin = await api.login(branch.admin.username)
  const player = await api.login(branch.player.username)
  const adminId = branch.admin._id
  const live: QuickWorld['live'] = async ({ gameId }) =>
    (await api.call(liveApi.loadGame, admin, { query: { adminId, gameId } })).data
  await Promise.all(own.map(game => untilQuick(() => live(game), game)))

  return {
    ...{ branch, admin, games, live },
    async bet({ gameId, rules }, drawno, drawId) {
      const bet = { ...betOn(rules, drawno), quantity: 1 }
      const body = { gameId, bets: [bet], ...(drawId ? { drawId } : {}) }
      const answer = await api.send('POST', liveApi.createBet.path, { token: player.token, body })
      return answer.status === liveApi.createBet.status ? liveApi.createBet.answer.parse(answer.body).data : undefined
    },
    async stop() {
      const off = { params: { action: 'deactivate' } }
      for (const { _id } of own) {
        await api.call(gamesApi.setStatus, superadmin, { params: { ...off.params, id: _id } })
      }
    },
  }
}

/** svc-live hears of a game, and then of how it is played, by events; the new rules count from the next draw on. */
const untilQuick = (live: () => Promise<LiveGame>, { rules, gameName }: QuickGame) =>
  vi.waitFor(async () => {
    const { layout, timecount, data } = await live()
    const isThere = timecount === quickSeconds && layout.kind === rules.description.layout.kind
    if (!isThere || data.length !== rules.dimensions[0]?.options.length) throw new Error(`${gameName} is not there yet`)
  }, patience)

/** A bet that pays on an option, and on as few others as there is one for. */
function betOn({ legs, dimensions }: Compiled, drawno: string): { type: string; drawno: string } {
  const option = dimensions[0]?.indexOf.get(drawno) ?? -1
  const covering = [...legs.values()].filter(({ dimension, covers }) => dimension === 0 && covers.includes(option))
  const [leg] = covering.sort((a, b) => a.covers.length - b.covers.length)
  if (!leg) throw new Error(`There is no bet on ${drawno}`)
  const divider = leg.key.indexOf(':')
  return { type: leg.key.slice(0, divider), drawno: leg.key.slice(divider + 1) }
}
