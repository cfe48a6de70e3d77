import { watchPastDays } from '@cascade/contracts/reports'
import { addDays, type Days } from '@cascade/service-kit'
import type { ReportsDeps } from '../../deps'
import { edgesInto, type TreeAccount } from '../../projections/figures/edges'
import { visitFigures } from '../../projections/figures/read-figures'
import { readFlowsByAccount } from '../flows/flows-projection'
import { emptyDay, type PlayerDay } from './rules/player-figures'

/** Play and credit of players on a day and on those before it, oldest first. */
export async function readPlayerDays(
  { db, generations, zone }: Pick<ReportsDeps, 'db' | 'generations' | 'zone'>,
  players: readonly TreeAccount[],
  day: string,
): Promise<Map<string, PlayerDay[]>> {
  const prefix = await generations.prefix()
  const period: Days = { from: addDays(day, -watchPastDays), to: day }
  const figures = new Map(players.map(({ _id }) => [_id, new Map<string, PlayerDay>()]))
  const dayOf = (player: string, at: string): PlayerDay => {
    const days = figures.get(player)
    const found = days?.get(at) ?? emptyDay()
    days?.set(at, found)
    return found
  }
  const edges = await edgesInto(db, prefix, players)
  const playerOf = new Map([...edges].flatMap(([player, own]) => own.map(edge => [edge, player] as const)))
  const request = { edges: [...playerOf.keys()], days: period, byDay: true }
  await visitFigures({ db, prefix, zone }, request, (edge, at, measures) => {
    const sum = dayOf(playerOf.get(edge) ?? '', at)
    for (const name of ['play', 'win', 'tickets'] as const) sum[name] += BigInt(measures[name] ?? 0n)
  })
  const flows = await readFlowsByAccount(db, prefix, [...figures.keys()], period)
  for (const [player, days] of flows) for (const [at, flow] of days) Object.assign(dayOf(player, at), flow)
  const dates = Array.from({ length: watchPastDays + 1 }, (_, at) => addDays(period.from, at))
  return new Map([...figures].map(([player, days]) => [player, dates.map(at => days.get(at) ?? emptyDay())]))
}
