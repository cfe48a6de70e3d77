import type { GameSnapshot } from '@cascade/contracts/games'
import { compileGame, type Game } from '@cascade/draw-rules'
import { type Background, type Logger, startLoop } from '@cascade/service-kit'
import type { GameReplica } from './games'
import { type DrawTimes, drawOpenAt, type Schedule, type VersionStore } from './schedule'

const refreshMs = 2_000

export type Catalog = Awaited<ReturnType<typeof startCatalog>>

/** A game with the schedule of its draws. */
export type ScheduledGame = { game: GameSnapshot; schedule: Schedule }

/**
 * Games and their versions in memory, looked at every other second and read again when they have changed: a version is
 * announced longer than that before its first draw, so that all instances go by the same one.
 */
export async function startCatalog(games: GameReplica, versions: VersionStore, logger: Logger) {
  /** Compiled once; as many as there are versions of descriptions that are asked for. */
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
    if (!description) throw new Error(`Version ${version} of game ${gameId} is not known.`)
    return compileGame(description)
  }

  return {
    /** A game that is not deleted, whether it is drawn now or rests. */
    find: (gameId: string): ScheduledGame | undefined => gamesById.get(gameId),

    /** A game that takes bets. */
    findActive(gameId: string): ScheduledGame | undefined {
      const found = gamesById.get(gameId)
      return found?.game.status === 'active' ? found : undefined
    },

    /** Games that are not deleted, by name. */
    all: () => [...gamesById.values()],

    /** The games that are drawn now, by name. */
    active: () => [...gamesById.values()].filter(({ game }) => game.status === 'active'),

    /** @param nowMs by the database's clock */
    openDraw: ({ schedule }: ScheduledGame, nowMs: number): DrawTimes => drawOpenAt(schedule, nowMs),

    /** How a version of a game is played. @throws Error for a version that was never told. */
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
