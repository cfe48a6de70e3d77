import type { LastResult, PlayDraw } from '@cascade/contracts/live'
import { type Game, noOption, parseResult } from '@cascade/draw-rules'
import { type Ask, requirePermission } from '@cascade/service-kit'
import { findTable } from '../bets/read-bet'
import type { LiveDeps } from '../deps'
import { drawNumber } from './draw-number'
import { isoOf, openDrawsOf } from './open-draws'

/** The open draw of a game below the player's admin, with the commitment to its seed: to be read before one bets. */
export async function readOpenDraw(deps: LiveDeps, { ctx, input }: Ask<{ gameId: string }>) {
  requirePermission(ctx, 'bets.place')
  const { pair, scheduled } = await findTable(deps, ctx.actor.accountId, input.gameId)
  const [open] = await openDrawsOf(deps, [{ ...pair, scheduled }])
  if (!open) throw new Error('There is an open draw of every pair.')
  const { drawId, times, state, nowMs } = open
  const [row, [chain], rules] = await Promise.all([
    deps.draws.find(drawId),
    deps.chains.read([pair]),
    deps.catalogue.rules(input.gameId, times.version),
  ])
  const numberOf = (drawAtMs: number) => drawNumber(scheduled.schedule, drawAtMs, deps.zone)
  const data: PlayDraw = {
    ...{ drawId, number: numberOf(times.drawAtMs), opensAt: isoOf(times.opensAtMs), closesAt: isoOf(times.lockAtMs) },
    ...{ drawAt: isoOf(times.drawAtMs), now: isoOf(nowMs), state },
    commitment: deps.seeds.commitment(drawId, row?.seedKeyId ?? deps.seeds.keyIdAt(times.drawAtMs)),
    lastResults: (chain?.results ?? []).map(result => ({
      ...{ ...result, label: labelOf(rules, result), number: numberOf(Date.parse(result.drawAt)) },
    })),
  }
  return { data }
}

/** The names of the drawn options; the result itself where the game has changed since. */
function labelOf(rules: Game, { drawno }: LastResult): string {
  const outcome = parseResult(rules, drawno)
  if (!outcome) return drawno
  const drawn = rules.dimensions.map(({ options }, index) => options[outcome.picks[index] ?? noOption]?.label)
  return drawn.filter(label => label !== undefined).join(' ')
}
