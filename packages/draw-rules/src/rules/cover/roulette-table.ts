import type { CoverGround, CoverRule, Target } from './cover'

/** Pockets by name: `0` to `36`, and `00` on a double-zero wheel. */
type Wheel = { indexOf: (pocket: string) => number; hasDoubleZero: boolean }

/** @throws RangeError unless the options are those of a roulette wheel */
function parseWheel({ options }: CoverGround): Wheel {
  const indices = new Map(options.map(({ drawno }, index) => [drawno, index]))
  const hasDoubleZero = indices.has('00')
  const isWheel = Array.from({ length: 37 }, (_, number) => String(number)).every(pocket => indices.has(pocket))
  if (!isWheel || indices.size !== (hasDoubleZero ? 38 : 37)) throw new RangeError('needs the pockets of a roulette')
  return { hasDoubleZero, indexOf: pocket => indices.get(pocket) ?? -1 }
}

/** A cover rule from lists of pockets; the bet is named by its pockets: `0-00-2`. */
export function pocketRule(fields: (hasDoubleZero: boolean) => readonly (readonly (number | '00')[])[]): CoverRule {
  return ground => {
    const wheel = parseWheel(ground)
    return fields(wheel.hasDoubleZero).map(pockets => ({
      drawno: pockets.join('-'),
      covers: pockets.map(pocket => wheel.indexOf(String(pocket))),
    }))
  }
}

/** A cover rule from a name for each of the numbers 1 to 36. */
export function numberRule(names: readonly string[], nameOf: (number: number) => string): CoverRule {
  return ground => {
    const wheel = parseWheel(ground)
    const numbers = Array.from({ length: 36 }, (_, index) => index + 1)
    return names.map((drawno): Target => {
      const covered = numbers.filter(number => nameOf(number) === drawno)
      return { drawno, covers: covered.map(number => wheel.indexOf(String(number))) }
    })
  }
}
