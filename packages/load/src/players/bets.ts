import { gamesApi } from '@cascade/contracts/games'
import { type Bet, liveApi } from '@cascade/contracts/live'
import { compileGame, type Game, targetsOf } from '@cascade/draw-rules'
import type { Random } from './random'
import type { Caller } from './relogin'

/** Small chips are more frequent than large ones. */
const chips = [5, 5, 5, 5, 10, 10, 10, 10, 20, 20, 20, 50, 50, 100] as const
const mostBets = 5

export type Playable = {
  gameId: string
  game: Game
  types: readonly string[]
  targets: ReadonlyMap<string, readonly string[]>
}

export function playableOf(gameId: string, game: Game): Playable {
  const targets = targetsOf(game)
  return { gameId, game, targets, types: [...targets.keys()] }
}

/** Bets of one ticket with random bet types and selections. */
export function chooseBets({ game, types, targets }: Playable, random: Random): Bet[] {
  const { betMin, betMax, betStep } = game.description.limits
  const chosen = new Map<string, Bet>()
  for (let count = random.between(1, mostBets); count > 0; count--) {
    const type = random.pick(types)
    const drawno = random.pick(targets.get(type) ?? [])
    const chip = Math.min(Math.max(random.pick(chips), betMin), betMax)
    chosen.set(`${type}:${drawno}`, { type, drawno, quantity: Math.max(betMin, chip - (chip % betStep)) })
  }
  return [...chosen.values()]
}

/** Reads the active games of an admin with their descriptions. */
export async function readGames(operator: Caller, adminId: string): Promise<Playable[]> {
  const [{ data: pairs }, { data: games }] = await Promise.all([
    operator.call(liveApi.games),
    operator.call(gamesApi.list),
  ])
  const offered = new Set(pairs.filter(pair => pair.adminId === adminId).map(pair => pair.gameId))
  return Promise.all(
    games
      .filter(({ gameId }) => offered.has(gameId))
      .map(async ({ _id, gameId }) => {
        const { data } = await operator.call(gamesApi.description, { params: { id: _id } })
        return playableOf(gameId, compileGame(data.description))
      }),
  )
}
