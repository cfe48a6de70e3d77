import { toPoints } from '@cascade/contracts'
import { maxBetsPerTicket, type PlayTable } from '@cascade/contracts/live'
import { type Game, legKey, targetsOf } from '@cascade/draw-rules'
import { type Ask, addDays, businessDay, requirePermission } from '@cascade/service-kit'
import { findTable } from '../bets/read-bet'
import type { LiveDeps } from '../deps'
import { drawIdOf } from '../draws/draw-id'

const usualChips = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000, 10_000]

/** What a client needs to draw the table of a game and to place any bet that the game takes. */
export async function readTable(deps: LiveDeps, { ctx, input }: Ask<{ gameId: string }>) {
  requirePermission(ctx, 'bets.place')
  const { actor } = ctx
  const { pair, scheduled } = await findTable(deps, actor.accountId, input.gameId)
  const nowMs = deps.clock.now()
  const times = deps.catalogue.openDraw(scheduled, nowMs)
  const rules = await deps.catalogue.rules(input.gameId, times.version)
  const { limits } = rules.description
  const day = businessDay(new Date(nowMs), deps.zone)
  const used = await usedBy(deps, actor.accountId, {
    day,
    gameId: input.gameId,
    drawId: drawIdOf(pair, times.drawAtMs),
  })
  const data: PlayTable = {
    ...{ gameId: input.gameId, gameName: scheduled.game.gameName, version: times.version },
    options: rules.dimensions.flatMap(({ key, options }) => options.map(option => ({ dimension: key, ...option }))),
    bets: betsOf(rules),
    chips: usualChips.filter(chip => chip >= limits.betMin && chip <= limits.betMax && chip % limits.betStep === 0),
    limits: {
      bet: { min: limits.betMin, max: limits.betMax, step: limits.betStep },
      ticket: { bets: maxBetsPerTicket },
      draw: { optionMax: limits.drawOptionMax, used: toPoints(used.draw) },
      day: { max: limits.playerDayMax, used: toPoints(used.day) },
    },
  }
  return { data }
}

async function usedBy(
  { tickets, totals }: Pick<LiveDeps, 'tickets' | 'totals'>,
  playerId: string,
  { day, gameId, drawId }: { day: string; gameId: string; drawId: string },
) {
  // A draw just after midnight is bet on the day before, too.
  const [ofDays, ofDay] = await Promise.all([
    tickets.ofPlayer(playerId, [addDays(day, -1), day]),
    totals.stakeOf(playerId, day, gameId),
  ])
  const onDraw = ofDays.filter(ticket => ticket.drawId === drawId)
  return { day: ofDay, draw: onDraw.reduce((sum, { stake }) => sum + stake, 0n) }
}

/** Every type of bet, bundles included, with what it takes and covers. */
function betsOf(rules: Game): PlayTable['bets'] {
  const { bets, bundles } = rules.description
  const targets = targetsOf(rules)
  const takesOf = (type: string) =>
    (targets.get(type) ?? []).map(drawno => ({ drawno, covers: coversOf(rules, legKey(type, drawno)) }))
  const single = bets.map(({ type, label, dimension, multiplier }) => ({
    ...{ type, label, dimension, multiplier: multiplier / 100, onEach: false, takes: takesOf(type) },
  }))
  const bundled = bundles.flatMap(({ type, label, of }) => {
    const bet = bets.find(each => each.type === of)
    if (!bet) return []
    const { dimension, multiplier } = bet
    return { ...{ type, label, dimension, multiplier: multiplier / 100, onEach: true, takes: takesOf(type) } }
  })
  return [...single, ...bundled]
}

function coversOf({ legs, bundles, dimensions }: Game, key: string): string[] {
  return (bundles.get(key) ?? [key]).flatMap(each => {
    const { dimension, covers } = legs.get(each) ?? { dimension: 0, covers: [] }
    return covers.flatMap(option => dimensions[dimension]?.options[option]?.drawno ?? [])
  })
}
