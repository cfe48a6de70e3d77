import type { CoverRule } from './cover'

/** All options of one colour, as coloured by the description. */
export const redBlack: CoverRule = ({ options }) =>
  ['red', 'black'].map(drawno => {
    const covers = options.flatMap(({ color }, index) => (color === drawno ? [index] : []))
    if (covers.length === 0) throw new RangeError(`needs options that are ${drawno}`)
    return { drawno, covers }
  })
