import { isTransient } from '@cascade/service-kit'
import type { BaseDeps } from '../deps'
import { pairKey } from '../draws/draw-id'
import { createPauses } from '../fates'
import { type DecidedDraw, type DueDraw, decideDraws } from '../results/decide-draws'
import { dueGames, dueIdle, dueWithTickets } from './due-draws'
import type { OpenRows } from './open-rows'
import type { Pairs } from './pairs'
import type { StakedDraws } from './staked-draws'

/** Records of one transaction: long enough to be cheap, short enough that bets on the same database do not wait. */
const recordsAtOnce = 100

type DrawParts = {
  deps: Pick<BaseDeps, 'clock' | 'db' | 'logger'> & Parameters<typeof decideDraws>[0]
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
