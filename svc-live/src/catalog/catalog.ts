import { type GameSnapshot, playsGame } from '@cascade/contracts/games'
import { compileGame, type Game } from '@cascade/draw-rules'
import {
  type AccountRow,
  type Actor,
  accountInScope,
  accountsOf,
  type Background,
  type Logger,
  notFound,
  type ServiceContext,
  startLoop,
  subtreeFilter,
} from '@cascade/service-kit'
import type { MaintenanceReplica } from '../replicas/maintenance'
import type { GameReplica } from './games'
import { type DrawTimes, drawEndedAt, drawOpenAt, type Schedule } from './schedule'
import type { VersionStore } from './version-store'

const refreshMs = 2_000

type Catalog = Awaited<ReturnType<typeof startCatalog>>

export type ScheduledGame = { game: GameSnapshot; schedule: Schedule }

/**
 * Games, their versions and the maintenance in memory, polled every two seconds. A version is announced well before its
 * first draw, so all instances apply it to the same draws.
 * @param options.onPause the maintenance has changed
 */
export async function startCatalog(
  { games, versions, maintenance }: { games: GameReplica; versions: VersionStore; maintenance: MaintenanceReplica },
  { logger, onPause }: { logger: Logger; onPause: () => void },
) {
  const compiled = new Map<string, Promise<Game>>()
  let position = await games.position()
  let gamesById = await read()
  let pause = await maintenance.read()
  const loop: Background = startLoop(
    async () => {
      const next = await maintenance.read()
      const isChanged = next?.fromMs !== pause?.fromMs || next?.toMs !== pause?.toMs
      pause = next
      if (isChanged) onPause()
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
    openDraw: ({ schedule }: ScheduledGame, nowMs: number): DrawTimes => drawOpenAt(schedule, nowMs, pause),

    /** @param nowMs by the database clock */
    lastDraw: ({ schedule }: ScheduledGame, nowMs: number) => drawEndedAt(schedule, nowMs, pause),

    pausedUntilMs: () => pause?.toMs,

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

type Viewer = Pick<Actor, 'accountId' | 'role'>
export type LiveOffering = ScheduledGame & { admin: AccountRow }

type OfferingDeps = Pick<ServiceContext, 'db'> & { catalog: Catalog }

export async function listOfferings({ db, catalog }: OfferingDeps, viewer: Viewer): Promise<LiveOffering[]> {
  const inScope = { role: 'admin' as const, deleted: false, ...subtreeFilter(viewer) }
  const admins = await accountsOf(db).find(inScope).sort({ nameKey: 1 }).toArray()
  const games = catalog.active()
  return admins.flatMap(admin =>
    games.filter(({ game }) => playsGame(admin, game)).map(scheduled => ({ ...scheduled, admin })),
  )
}

/**
 * An offering, active or not.
 * @throws AppError NOT_FOUND outside the viewer's scope
 */
export async function findOffering(
  deps: OfferingDeps,
  viewer: Viewer,
  adminId: string,
  gameId: string,
): Promise<LiveOffering> {
  const admin = await accountInScope(deps.db, viewer, adminId)
  const found = deps.catalog.find(gameId)
  if (admin.role !== 'admin' || admin.deleted || !found || !playsGame(admin, found.game)) throw notFound()
  return { ...found, admin }
}

/** An offering whose game is active. @throws AppError NOT_FOUND outside the viewer's scope */
export async function findActiveOffering(
  deps: OfferingDeps,
  viewer: Viewer,
  adminId: string,
  gameId: string,
): Promise<LiveOffering> {
  const offering = await findOffering(deps, viewer, adminId, gameId)
  if (offering.game.status !== 'active') throw notFound()
  return offering
}
