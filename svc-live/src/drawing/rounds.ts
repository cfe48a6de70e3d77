import { playsGame } from '@cascade/contracts/games'
import { accountsOf, isTransient } from '@cascade/service-kit'
import type { StakedDraws } from '../betting/open-draws'
import type { Pairs } from '../betting/open-offerings'
import type { ScheduledGame } from '../catalog/catalog'
import { drawIdOf, pairKey } from '../catalog/offering'
import { drawDrawnAt } from '../catalog/schedule'
import type { BaseDeps } from '../deps'
import { createPauses } from '../ledger/keyed-runner'
import type { DrawStore, OpenDrawRow } from '../records/draw-store'
import { type DecidedDraw, type DueDraw, decideDraws } from './decide-draws'

/** Records of one transaction: long enough to be cheap, short enough that bets on the same database do not wait. */
const recordsAtOnce = 100

type DrawParts = {
  deps: BaseDeps
  pairs: Pairs
  staked: StakedDraws
  openRows: OpenRows
  /** A draw with tickets has a result: its wins are to be paid. */
  onDrawn: () => void
}

/** Draws what is due, by the clock. Whatever fails is due again at the next look. */
export function createDrawRounds({ deps, pairs, staked, openRows, onDrawn }: DrawParts) {
  /** The last moment of each game whose idle draws are all drawn. */
  const drawnAtMs = new Map<string, number>()
  const pauses = createPauses()

  /** A pair of which a draw has failed draws alone until one succeeds, and now and then only. */
  async function draw(due: readonly DueDraw[]): Promise<void> {
    const sound = due.filter(each => !pauses.has(pairKey(each)))
    for (let at = 0; at < sound.length; at += recordsAtOnce) {
      const some = sound.slice(at, at + recordsAtOnce)
      try {
        for (const decided of await decideDraws(deps, some)) show(decided)
      } catch (error) {
        if (isTransient(error)) throw error
        deps.logger.warn({ err: error }, 'draws failed together, drawing them one by one')
        await drawSingly(some)
      }
    }
    await drawSingly(due.filter(each => pauses.has(pairKey(each)) && pauses.isOver(pairKey(each))))
  }

  /** One that cannot be drawn fails alone. */
  async function drawSingly(due: readonly DueDraw[]) {
    for (const each of due) {
      try {
        for (const decided of await decideDraws(deps, [each])) show(decided)
        pauses.succeeded(pairKey(each))
      } catch (error) {
        if (isTransient(error)) throw error
        pauses.failed(pairKey(each))
        deps.logger.error({ err: error, drawId: each.drawId }, 'a draw failed')
      }
    }
  }

  function show({ due, row, chain }: DecidedDraw) {
    staked.drawn(due.drawId)
    const pair = pairs.find(due)
    if (pair) {
      Object.assign(pair, { results: chain.results, pending: chain.pending })
      pair.feed.figures = true
    }
    if (row.tickets === 0) return
    deps.logger.info({ drawId: due.drawId, result: row.sealed.record.result, tickets: row.tickets }, 'drawn')
    onDrawn()
  }

  async function withTickets(nowMs: number): Promise<DueDraw[]> {
    const known = await openRows.young()
    if (!staked.isAnyDue(nowMs) && known.every(({ drawAt }) => drawAt.getTime() > nowMs)) return []
    return dueWithTickets(deps, await openRows.fresh(), nowMs)
  }

  return {
    async look(): Promise<void> {
      const nowMs = deps.clock.now()
      await draw(await withTickets(nowMs))
      const games = dueGames(deps, nowMs, drawnAtMs)
      if (games.length > 0) {
        await draw(await dueIdle(deps, games, staked, await openRows.fresh()))
        for (const { game, drawAtMs } of games) drawnAtMs.set(game.gameId, drawAtMs)
      }
      staked.forgetEmpty(nowMs)
    },
  }
}

/** Draws with tickets whose moment has come and which the ledger has closed, the oldest of each pair. */
function dueWithTickets(
  { catalogue }: Pick<BaseDeps, 'catalogue'>,
  open: readonly OpenDrawRow[],
  nowMs: number,
): DueDraw[] {
  const oldest = new Map<string, OpenDrawRow>()
  for (const row of open) if (!oldest.has(pairKey(row))) oldest.set(pairKey(row), row)
  return [...oldest.values()]
    .filter(({ drawAt, closedSeq }) => drawAt.getTime() <= nowMs && closedSeq !== null)
    .map(({ _id, adminId, gameId, drawAt, gameVersion }) => ({
      drawId: _id,
      adminId,
      gameId,
      drawAtMs: drawAt.getTime(),
      gameVersion,
      gameName: catalogue.find(gameId)?.game.gameName ?? gameId,
    }))
}

/** A game whose open draw has just begun: the one before is due below every admin who plays it. */
type DueGame = ScheduledGame & { drawAtMs: number; version: number }

/** Games whose last moment is another than the one that was drawn last. */
function dueGames(
  { catalogue }: Pick<BaseDeps, 'catalogue'>,
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
async function dueIdle(
  { db }: Pick<BaseDeps, 'db'>,
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
        adminId: admin._id,
        gameId: game.gameId,
        gameName: game.gameName,
        drawAtMs,
        gameVersion: version,
        drawId: drawIdOf({ adminId: admin._id, gameId: game.gameId }, drawAtMs),
      }))
      .filter(due => !waits(due)),
  )
}

/** Of what was bet on elsewhere, or may have been, and where nobody has bet. */
const youngMs = { betOn: 1_000, idle: 5_000 }

/**
 * Draws that wait for their moment or closing. Two loops look for them ten times a second; while none of those that
 * are known is due, and none that was bet on here, what was read a moment ago will do.
 */
export function createOpenRows(draws: Pick<DrawStore, 'open'>, hasBets: () => boolean) {
  let known: { rows: readonly OpenDrawRow[]; at: number } | undefined

  async function fresh(): Promise<readonly OpenDrawRow[]> {
    const at = performance.now()
    const rows = await draws.open()
    known = { rows, at }
    return rows
  }

  /** Nobody has bet, so that nothing is to be closed, and idle draws alone have their moments. */
  const isIdle = () => known?.rows.length === 0 && !hasBets()

  return {
    fresh,
    isIdle,
    young: async (): Promise<readonly OpenDrawRow[]> =>
      known && performance.now() - known.at < youngMs[isIdle() ? 'idle' : 'betOn'] ? known.rows : fresh(),
    forget() {
      known = undefined
    },
  }
}
export type OpenRows = ReturnType<typeof createOpenRows>
