import { optionsMax } from '@cascade/contracts/games'

/**
 * Run-length encoded costs: `900 0*9` is one of 900 and nine of 0. In most draws most adjacent results cost the same.
 */
export function formatCosts(costs: readonly bigint[]): string {
  const runs: { cost: bigint; count: number }[] = []
  for (const cost of costs) {
    const last = runs.at(-1)
    if (last?.cost === cost) last.count++
    else runs.push({ cost, count: 1 })
  }
  return runs.map(({ cost, count }) => (count === 1 ? `${cost}` : `${cost}*${count}`)).join(' ')
}

/**
 * The costs of a record in hundredths, in the order of `game.outcomes`.
 * @param text as `DrawRecord.costs` allows
 * @throws RangeError for more costs than a game may have results
 */
export function parseCosts(text: string): bigint[] {
  const runs = text.split(' ').map(run => run.split('*'))
  const total = runs.reduce((sum, [, count = '1']) => sum + Number(count), 0)
  if (total > optionsMax) throw new RangeError(`At most ${optionsMax} costs, not ${total}`)
  return runs.flatMap(([cost = '', count = '1']) => Array<bigint>(Number(count)).fill(BigInt(cost)))
}
