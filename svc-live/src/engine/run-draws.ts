import type { BaseDeps } from '../deps'
import type { OpenDrawRow } from '../draws/draw-store'
import { type DecidedDraw, type DueDraw, decideDraws } from '../results/decide-draws'
import { closeGates } from './close-gates'
import { dueGames, dueIdle, dueWithTickets } from './due-draws'
import type { Pairs } from './pairs'
import type { StakedDraws } from './staked-draws'

/** Records of one transaction: long enough to be cheap, short enough that bets on the same database do not wait. */
const recordsAtOnce = 100

export type DrawParts = {
  deps: Pick<BaseDeps, 'clock' | 'db' | 'ledger' | 'logger'> & Parameters<typeof decideDraws>[0]
  pairs: Pairs
  staked: StakedDraws
}

/** One look at the clock: closes what has locked and draws what is due. Whatever fails is due again at the next look. */
export function createDrawRounds(parts: DrawParts) {
  const { deps, pairs, staked } = parts
  /** The last moment of each game whose idle draws are all drawn. */
  const drawnAtMs = new Map<string, number>()

  async function close(open: readonly OpenDrawRow[], nowMs: number, signal: AbortSignal) {
    const known = staked.locked(nowMs).map(({ pair, draw }) => ({
      ...{ adminId: pair.adminId, gameId: pair.gameId, drawId: draw.drawId },
    }))
    const inMemory = new Set(known.map(({ drawId }) => drawId))
    // Of an instance that went before: this one has not taken their bets.
    const inherited = await lockedOnes(
      open.filter(row => row.closedSeq === null && !staked.get(row._id) && !inMemory.has(row._id)),
      nowMs,
    )
    await closeGates(parts, [...known, ...inherited], signal)
  }

  async function lockedOnes(rows: readonly OpenDrawRow[], nowMs: number) {
    const locked: { adminId: string; gameId: string; drawId: string }[] = []
    for (const { _id, adminId, gameId, gameVersion, drawAt } of rows) {
      const { description } = await deps.catalogue.rules(gameId, gameVersion)
      const lockAtMs = drawAt.getTime() - description.draw.lockSeconds * 1000
      if (nowMs >= lockAtMs) locked.push({ adminId, gameId, drawId: _id })
    }
    return locked
  }

  async function draw(due: readonly DueDraw[]): Promise<void> {
    for (let at = 0; at < due.length; at += recordsAtOnce) {
      const decided = await decideDraws(deps, due.slice(at, at + recordsAtOnce))
      for (const each of decided) show(each)
    }
  }

  function show({ due, row, chain }: DecidedDraw) {
    staked.drawn(due.drawId)
    const pair = pairs.find(due)
    if (pair) {
      Object.assign(pair, { results: chain.results, pending: chain.pending })
      pair.feed.figures = true
    }
    if (row.tickets > 0)
      deps.logger.info({ drawId: due.drawId, result: row.sealed.record.result, tickets: row.tickets }, 'drawn')
  }

  return {
    /** @returns the draws with tickets that are drawn now and wait to be settled */
    async look(signal: AbortSignal): Promise<void> {
      const nowMs = deps.clock.now()
      const open = await deps.draws.open()
      await close(open, nowMs, signal)
      await draw(dueWithTickets(deps, open, nowMs))
      const games = dueGames(deps, nowMs, drawnAtMs)
      if (games.length > 0) {
        const idle = await dueIdle(deps, games, staked, await deps.draws.open())
        await draw(idle)
        for (const { game, drawAtMs } of games) drawnAtMs.set(game.gameId, drawAtMs)
      }
      staked.forgetEmpty(nowMs)
    },
  }
}
