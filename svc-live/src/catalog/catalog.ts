import type { GameSnapshot } from '@cascade/contracts/games'
import { compileGame, type Game } from '@cascade/draw-rules'
import { type Background, type Logger, startLoop } from '@cascade/service-kit'
import type { GameReplica } from './games'
import { type DrawTimes, drawOpenAt, type Schedule, type VersionStore } from './schedule'

const refreshMs = 2_000

export type Catalog = Awaited<ReturnType<typeof startCatalog>>

export type ScheduledGame = { game: GameSnapshot; schedule: Schedule }

/**
 * Games and their versions in memory, polled every two seconds. A version is announced well before its first draw, so
 * all instances apply it to the same draws.
 */
export async function startCatalog(games: GameReplica, versions: VersionStore, logger: Logger) {
  const compiled = new Map<string, Promise<Game>>()
  let position = await games.position()
  let gamesById = await read()
  const loop: Background = startLoop(
    async () => {
      const now = await games.position()
      if (now !== undefined && now === position) return undefined
      gamesById = await read()
      position = now
      return undefined
    },
    { everyMs: refreshMs, logger, name: 'catalog' },
  )

  async function read(): Promise<ReadonlyMap<string, ScheduledGame>> {
    const [list, schedules] = await Promise.all([games.all(), versions.schedules()])
    const described = list.flatMap(game => {
      const schedule = schedules.get(game.gameId)
      return schedule ? [{ game, schedule }] : []
    })
    return new Map(described.map(each => [each.game.gameId, each]))
  }

  async function compile(gameId: string, version: number): Promise<Game> {
    const description = await versions.description(gameId, version)
    if (!description) throw new Error(`unknown version ${version} of game ${gameId}`)
    return compileGame(description)
  }

  return {
    find: (gameId: string): ScheduledGame | undefined => gamesById.get(gameId),

    findActive(gameId: string): ScheduledGame | undefined {
      const found = gamesById.get(gameId)
      return found?.game.status === 'active' ? found : undefined
    },

    all: () => [...gamesById.values()],

    active: () => [...gamesById.values()].filter(({ game }) => game.status === 'active'),

    /** @param nowMs by the database clock */
    openDraw: ({ schedule }: ScheduledGame, nowMs: number): DrawTimes => drawOpenAt(schedule, nowMs),

    /** The rules of a game version. @throws Error for an unknown version */
    rules(gameId: string, version: number): Promise<Game> {
      const key = `${gameId}|${version}`
      const game = compiled.get(key) ?? compile(gameId, version)
      compiled.set(key, game)
      game.catch(() => compiled.delete(key))
      return game
    },

    stop: loop.stop,
  }
}
