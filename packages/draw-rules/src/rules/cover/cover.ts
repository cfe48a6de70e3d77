import type { GameDescription, GameOption } from '@cascade/contracts/games'

/** One possible bet of a type: its name, and the indices of the options it pays on. */
export type Target = { drawno: string; covers: readonly number[] }

/** The options of a dimension, and the number of display columns. */
export type CoverGround = { options: readonly GameOption[]; columns: GameDescription['layout']['columns'] }

/**
 * Every target of a bet type, in table order.
 * @throws RangeError if the options do not fit the rule
 */
export type CoverRule = (ground: CoverGround) => readonly Target[]

/** Groups option indices by name, in order of first appearance; options without a name are skipped. */
export function targetsByName(names: readonly (string | undefined)[]): Target[] {
  const covers = new Map<string, number[]>()
  for (const [index, name] of names.entries()) {
    if (name === undefined) continue
    const others = covers.get(name)
    if (others) others.push(index)
    else covers.set(name, [index])
  }
  return Array.from(covers, ([drawno, indices]) => ({ drawno, covers: indices }))
}
