import { accountApi } from '@cascade/contracts/accounts'
import { gamesApi } from '@cascade/contracts/games'
import { type LiveGame, liveApi } from '@cascade/contracts/live'
import { type Game as Compiled, compileGame } from '@cascade/draw-rules'
import { masterGames } from '@cascade/draw-rules/master'
import { vi } from 'vitest'
import type { Session } from '../../support/api'
import { makeQuickGame, quickSeconds } from '../../support/quick-game'
import { api, newSuperadmin } from '../../support/suite'
import { type Branch, createBranch, fund } from '../../support/world'

export const patience = { timeout: 60_000, interval: 300 }

export type QuickGame = { _id: string; gameId: string; gameName: string; rules: Compiled }
export type QuickWorld = {
  branch: Branch
  admin: Session
  games: ReadonlyMap<string, QuickGame>
  /** Bets points on an option of `drawId` or of the open draw. Undefined when rejected. */
  bet: (game: QuickGame, bet: { drawno: string; quantity?: number; drawId?: string }) => Promise<Placed | undefined>
  stop: () => Promise<void>
}
type Placed = { ticketId: string; drawId: string }

/** Copies of the master games that draw every 10 s, assigned to a new admin. */
export async function makeQuickWorld(gameNames: readonly string[]): Promise<QuickWorld> {
  const superadmin = await newSuperadmin()
  const branch = await createBranch(api, superadmin)
  const games = new Map<string, QuickGame>()
  for (const { gameName, description } of masterGames.filter(({ gameName }) => gameNames.includes(gameName))) {
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
  const live = async ({ gameId }: QuickGame) =>
    (await api.call(liveApi.loadGame, admin, { query: { adminId, gameId } })).data
  await Promise.all(own.map(game => waitUntilQuick(() => live(game), game)))

  return {
    branch,
    admin,
    games,

    async bet({ gameId, rules }, { drawno, quantity = 1, drawId }) {
      const bet = { ...betOn(rules, drawno), quantity }
      const body = { gameId, bets: [bet], ...(drawId ? { drawId } : {}) }
      const answer = await api.send('POST', liveApi.createBet.path, { token: player.token, body })
      return answer.status === liveApi.createBet.status ? liveApi.createBet.response.parse(answer.body).data : undefined
    },
    async stop() {
      for (const { _id } of own) {
        await api.call(gamesApi.setStatus, superadmin, { params: { action: 'deactivate', id: _id } })
      }
    },
  }
}

/** svc-live learns of a game and its rules through events; new rules apply from the next draw. */
const waitUntilQuick = (live: () => Promise<LiveGame>, { rules, gameName }: QuickGame) =>
  vi.waitFor(async () => {
    const { layout, timecount, data } = await live()
    const isPlayable = timecount === quickSeconds && layout.kind === rules.description.layout.kind
    if (!isPlayable || data.length !== rules.dimensions[0]?.options.length)
      throw new Error(`${gameName} is not playable yet`)
  }, patience)

/** The narrowest bet that covers an option. */
function betOn({ legs, dimensions }: Compiled, drawno: string): { type: string; drawno: string } {
  const option = dimensions[0]?.indexOf.get(drawno) ?? -1
  const covering = [...legs.values()].filter(({ dimension, covers }) => dimension === 0 && covers.includes(option))
  const [leg] = covering.sort((a, b) => a.covers.length - b.covers.length)
  if (!leg) throw new Error(`no bet covers ${drawno}`)
  const divider = leg.key.indexOf(':')
  return { type: leg.key.slice(0, divider), drawno: leg.key.slice(divider + 1) }
}
