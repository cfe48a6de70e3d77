import { playsGame } from '@cascade/contracts/games'
import { drawIdOf } from '@cascade/contracts/live'
import { accountsOf, createBackoff, isTransient } from '@cascade/service-kit'
import type { BaseDeps } from '../base-deps'
import type { StakedDraws } from '../betting/open-draws'
import type { OpenOfferings } from '../betting/open-offerings'
import type { ScheduledGame } from '../catalog/catalog'
import { offeringKey } from '../catalog/offering'
import type { DrawStore, OpenDrawRow } from '../records/draw-store'
import { type DecidedDraw, type DueDraw, decideDraws } from './decide-draws'

/** Large enough to be cheap, small enough not to delay bets on the same database. */
const recordsPerTransaction = 100

type RoundOptions = {
  deps: BaseDeps
  offerings: OpenOfferings
  staked: StakedDraws
  openDraws: OpenDrawCache
  onDrawn: () => void
}

/** Draws due draws by the clock. A failed one is retried in the next round. */
export function createDrawRounds({ deps, offerings, staked, openDraws, onDrawn }: RoundOptions) {
  /** Last draw time of each game whose draws without bets are drawn. */
  const drawnAtMs = new Map<string, number>()
  const backoff = createBackoff()

  /** An offering with a failed draw is drawn alone, with backoff, until it succeeds. */
  async function draw(due: readonly DueDraw[]): Promise<void> {
    const healthy = due.filter(each => !backoff.hasFailed(offeringKey(each)))
    for (let at = 0; at < healthy.length; at += recordsPerTransaction) {
      const batch = healthy.slice(at, at + recordsPerTransaction)
      try {
        applyResults(await decideDraws(deps, batch))
      } catch (error) {
        if (isTransient(error)) throw error
        deps.logger.warn({ err: error }, 'draws failed together, drawing them one by one')
        await drawOneByOne(batch)
      }
    }
    await drawOneByOne(due.filter(each => backoff.hasFailed(offeringKey(each)) && backoff.isReady(offeringKey(each))))
  }

  async function drawOneByOne(due: readonly DueDraw[]) {
    for (const each of due) {
      try {
        applyResults(await decideDraws(deps, [each]))
        backoff.succeeded(offeringKey(each))
      } catch (error) {
        if (isTransient(error)) throw error
        backoff.failed(offeringKey(each))
        deps.logger.error({ err: error, drawId: each.drawId }, 'draw failed')
      }
    }
  }

  function applyResults(decided: readonly DecidedDraw[]) {
    for (const each of decided) applyResult(each)
    deps.announceDraws(decided.map(({ due: { adminId, gameId } }) => ({ adminId, gameId })))
  }

  function applyResult({ due, row, chain }: DecidedDraw) {
    staked.remove(due.drawId)
    const offering = offerings.find(due)
    if (offering) {
      Object.assign(offering, { results: chain.results, pending: chain.pending })
      offering.feed.figures = true
    }
    if (row.tickets === 0) return
    deps.logger.info({ drawId: due.drawId, result: row.sealed.record.result, tickets: row.tickets }, 'result drawn')
    onDrawn()
  }

  async function withTickets(nowMs: number): Promise<DueDraw[]> {
    const cached = await openDraws.recent()
    if (!staked.isAnyDue(nowMs) && cached.every(({ drawAt }) => drawAt.getTime() > nowMs)) return []
    const open = await openDraws.read()
    await removeDrawn(open, nowMs)
    return selectDueWithTickets(deps, open, nowMs)
  }

  /** After an unknown commit a draw may be drawn although its result was never applied here. */
  async function removeDrawn(open: readonly OpenDrawRow[], nowMs: number) {
    const openIds = new Set(open.map(({ _id }) => _id))
    const missing = staked.due(nowMs).filter(({ draw }) => !openIds.has(draw.drawId))
    if (missing.length === 0) return
    const states = await deps.draws.readStates(missing.map(({ draw }) => draw.drawId))
    const drawnIds = new Set(states.flatMap(({ _id, state }) => (state === 'open' ? [] : [_id])))
    const drawn = missing.filter(({ draw }) => drawnIds.has(draw.drawId))
    if (drawn.length === 0) return
    for (const { offering } of drawn) await offerings.refresh(offering)
    for (const { draw } of drawn) staked.remove(draw.drawId)
    deps.announceDraws(drawn.map(({ offering: { adminId, gameId } }) => ({ adminId, gameId })))
    onDrawn()
  }

  return {
    async run(): Promise<void> {
      const nowMs = deps.clock.now()
      await draw(await withTickets(nowMs))
      const games = selectDueGames(deps, nowMs, drawnAtMs)
      if (games.length > 0) {
        const drawn = games.filter(({ isPassedOver }) => !isPassedOver)
        await draw(await findDueIdle(deps, drawn, staked, await openDraws.read()))
        for (const { game, drawAtMs } of games) drawnAtMs.set(game.gameId, drawAtMs)
      }
      staked.removeEmpty(nowMs)
    },
  }
}

function selectDueWithTickets(
  { catalog }: Pick<BaseDeps, 'catalog'>,
  open: readonly OpenDrawRow[],
  nowMs: number,
): DueDraw[] {
  const oldest = new Map<string, OpenDrawRow>()
  for (const row of open) if (!oldest.has(offeringKey(row))) oldest.set(offeringKey(row), row)
  return [...oldest.values()]
    .filter(({ drawAt, closedSeq }) => drawAt.getTime() <= nowMs && closedSeq !== null)
    .map(({ _id, adminId, gameId, drawAt, gameVersion }) => ({
      drawId: _id,
      adminId,
      gameId,
      drawAtMs: drawAt.getTime(),
      gameVersion,
      gameName: catalog.find(gameId)?.game.gameName ?? gameId,
    }))
}

/** A game whose open draw has just begun: the previous draw is due for every admin who offers it. */
type DueGame = ScheduledGame & { drawAtMs: number; version: number; isPassedOver: boolean }

function selectDueGames(
  { catalog }: Pick<BaseDeps, 'catalog'>,
  nowMs: number,
  drawnAtMs: ReadonlyMap<string, number>,
): DueGame[] {
  return catalog.active().flatMap(scheduled => {
    const draw = catalog.lastDraw(scheduled, nowMs)
    if (!draw || (drawnAtMs.get(scheduled.game.gameId) ?? 0) >= draw.drawAtMs) return []
    const { drawAtMs, version, isPassedOver } = draw
    return [{ ...scheduled, drawAtMs, version, isPassedOver }]
  })
}

/**
 * Draws of these games without bets, for every admin. Offerings with bets on this draw or an earlier one are left out:
 * they wait for their turn.
 */
async function findDueIdle(
  { db }: Pick<BaseDeps, 'db'>,
  games: readonly DueGame[],
  staked: Pick<StakedDraws, 'hasUpTo'>,
  open: readonly OpenDrawRow[],
): Promise<DueDraw[]> {
  if (games.length === 0) return []
  const admins = await accountsOf(db).find({ role: 'admin', deleted: false }).toArray()
  const oldestMs = new Map<string, number>()
  for (const row of open) if (!oldestMs.has(offeringKey(row))) oldestMs.set(offeringKey(row), row.drawAt.getTime())
  const isBlocked = (due: DueDraw) =>
    (oldestMs.get(offeringKey(due)) ?? Number.POSITIVE_INFINITY) <= due.drawAtMs || staked.hasUpTo(due, due.drawAtMs)
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
      .filter(due => !isBlocked(due)),
  )
}

/** Cache time with bets (of this or another instance), and without. */
const cacheMs = { withBets: 1_000, idle: 5_000 }

/**
 * Open draws for two loops that poll ten times a second; cached rows do while none of them is due and this instance has
 * no bets.
 */
export function createOpenDrawCache(draws: Pick<DrawStore, 'listOpen'>, hasBets: () => boolean) {
  let cached: { rows: readonly OpenDrawRow[]; at: number } | undefined

  async function read(): Promise<readonly OpenDrawRow[]> {
    const at = performance.now()
    const rows = await draws.listOpen()
    cached = { rows, at }
    return rows
  }

  /** No bets anywhere: nothing to close, only draws without bets. */
  const isIdle = () => cached?.rows.length === 0 && !hasBets()

  return {
    read,
    isIdle,
    recent: async (): Promise<readonly OpenDrawRow[]> =>
      cached && performance.now() - cached.at < cacheMs[isIdle() ? 'idle' : 'withBets'] ? cached.rows : read(),
    clear() {
      cached = undefined
    },
  }
}
export type OpenDrawCache = ReturnType<typeof createOpenDrawCache>
