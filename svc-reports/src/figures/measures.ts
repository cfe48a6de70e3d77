import { toPoints } from '@cascade/contracts'

/**
 * What is counted of play. `play`, `win` and `claim` are hundredths of a point. The commissions of the four levels are
 * hundredths times basis points: their sums are exact, and are rounded only where they are shown.
 */
export const measureNames = ['tickets', 'play', 'win', 'claim', 'superarea', 'area', 'master', 'player'] as const
type MeasureName = (typeof measureNames)[number]
export type Measures = Record<MeasureName, bigint>
export type SomeMeasures = Partial<Record<MeasureName, bigint>>

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

/** Adds `more` to `sum`, or takes it away. */
export function addTo(sum: Measures, more: SomeMeasures, sign: 1n | -1n = 1n): void {
  for (const name of measureNames) {
    const value = more[name]
    if (value !== undefined) sum[name] += sign * BigInt(value)
  }
}

const basisPointsOfAll = 10_000n

/** Commission in hundredths, half of a hundredth rounded up. */
export function commissionOf(product: bigint): bigint {
  const sign = product < 0n ? -1n : 1n
  return sign * ((sign * product * 2n + basisPointsOfAll) / (2n * basisPointsOfAll))
}

/** The figures as the specification names them, in points. `net` is what is left of `endPoints` after commissions. */
export function turnoverOf(sum: Measures) {
  const end = sum.play - sum.win
  const shares = [sum.superarea, sum.area, sum.master, sum.player].map(commissionOf) as [bigint, bigint, bigint, bigint]
  const [superarea, area, master, player] = shares
  const commission = superarea + area + master + player
  return {
    playPoints: toPoints(sum.play),
    winPoints: toPoints(sum.win),
    endPoints: toPoints(end),
    supercom: toPoints(superarea),
    distcom: toPoints(area),
    retailcom: toPoints(master),
    usercom: toPoints(player),
    commission: toPoints(commission),
    net: toPoints(end - commission),
  }
}
