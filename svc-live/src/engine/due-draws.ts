import { playsGame } from '@cascade/contracts/games'
import { accountsOf } from '@cascade/service-kit'
import type { ScheduledGame } from '../catalogue/catalogue'
import type { BaseDeps } from '../deps'
import { drawIdOf, pairKey } from '../draws/draw-id'
import type { OpenDrawRow } from '../draws/draw-store'
import type { DueDraw } from '../results/decide-draws'
import { drawDrawnAt } from '../schedule/schedule'
import type { StakedDraws } from './staked-draws'

type Deps = Pick<BaseDeps, 'catalogue' | 'db'>

/** Draws with tickets whose moment has come and which the ledger has closed, the oldest of each pair. */
export function dueWithTickets(
  { catalogue }: Pick<Deps, 'catalogue'>,
  open: readonly OpenDrawRow[],
  nowMs: number,
): DueDraw[] {
  const oldest = new Map<string, OpenDrawRow>()
  for (const row of open) if (!oldest.has(pairKey(row))) oldest.set(pairKey(row), row)
  return [...oldest.values()]
    .filter(({ drawAt, closedSeq }) => drawAt.getTime() <= nowMs && closedSeq !== null)
    .map(({ _id, adminId, gameId, drawAt, gameVersion }) => ({
      ...{ drawId: _id, adminId, gameId, drawAtMs: drawAt.getTime(), gameVersion },
      gameName: catalogue.find(gameId)?.game.gameName ?? gameId,
    }))
}

/** A game whose open draw has just begun: the one before is due below every admin who plays it. */
export type DueGame = ScheduledGame & { drawAtMs: number; version: number }

/** Games whose last moment is another than the one that was drawn last. */
export function dueGames(
  { catalogue }: Pick<Deps, 'catalogue'>,
  nowMs: number,
  drawnAtMs: ReadonlyMap<string, number>,
): DueGame[] {
  return catalogue.active().flatMap(scheduled => {
    const momentMs = catalogue.openDraw(scheduled, nowMs).opensAtMs
    const draw = drawDrawnAt(scheduled.schedule, momentMs)
    if (!draw || (drawnAtMs.get(scheduled.game.gameId) ?? 0) >= momentMs) return []
    return [{ ...scheduled, drawAtMs: momentMs, version: draw.version }]
  })
}

/**
 * The draws of these games that nobody bet on, below every admin. A pair of which an earlier draw, or this one, has
 * bets is left out: it waits for its turn.
 */
export async function dueIdle(
  { db }: Pick<Deps, 'db'>,
  games: readonly DueGame[],
  staked: Pick<StakedDraws, 'hasUpTo'>,
  open: readonly OpenDrawRow[],
): Promise<DueDraw[]> {
  if (games.length === 0) return []
  const admins = await accountsOf(db).find({ role: 'admin', deleted: false }).toArray()
  const oldestMs = new Map<string, number>()
  for (const row of open) if (!oldestMs.has(pairKey(row))) oldestMs.set(pairKey(row), row.drawAt.getTime())
  const waits = (due: DueDraw) =>
    (oldestMs.get(pairKey(due)) ?? Number.POSITIVE_INFINITY) <= due.drawAtMs || staked.hasUpTo(due, due.drawAtMs)
  return games.flatMap(({ game, drawAtMs, version }) =>
    admins
      .filter(admin => playsGame(admin, game))
      .map(admin => ({
        ...{ adminId: admin._id, gameId: game.gameId, gameName: game.gameName, drawAtMs, gameVersion: version },
        drawId: drawIdOf({ adminId: admin._id, gameId: game.gameId }, drawAtMs),
      }))
      .filter(due => !waits(due)),
  )
}
