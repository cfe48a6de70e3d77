import { toPoints } from '@cascade/contracts'

/**
 * Measures of play: `tickets` is a count, all others are hundredths of a point. The last four are commissions: see
 * `roundCommissions`.
 */
export const measureNames = ['tickets', 'play', 'win', 'claim', 'superarea', 'area', 'master', 'player'] as const
type MeasureName = (typeof measureNames)[number]
export type Measures = Record<MeasureName, bigint>
export type PartialMeasures = Partial<Record<MeasureName, bigint>>

export const zero = (): Measures => ({
  tickets: 0n,
  play: 0n,
  win: 0n,
  claim: 0n,
  superarea: 0n,
  area: 0n,
  master: 0n,
  player: 0n,
})

export function addTo(sum: Measures, more: PartialMeasures, sign: 1n | -1n = 1n): void {
  for (const name of measureNames) {
    const value = more[name]
    if (value !== undefined) sum[name] += sign * BigInt(value)
  }
}

/** The specified figures in points. `net` is `endPoints` minus commissions. */
export function toTurnover({ play, win, superarea, area, master, player }: Measures) {
  const end = play - win
  const commission = superarea + area + master + player
  return {
    playPoints: toPoints(play),
    winPoints: toPoints(win),
    endPoints: toPoints(end),
    supercom: toPoints(superarea),
    distcom: toPoints(area),
    retailcom: toPoints(master),
    usercom: toPoints(player),
    commission: toPoints(commission),
    net: toPoints(end - commission),
  }
}
