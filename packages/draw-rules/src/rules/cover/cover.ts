import type { GameDescription, GameOption } from '@cascade/contracts/games'

/** What one bet of a type is placed on: its name, and the options (by index) it pays on. */
export type Target = { drawno: string; covers: readonly number[] }

/** Options of the dimension that a bet stands on, and the columns in which they are shown. */
export type CoverGround = { options: readonly GameOption[]; columns: GameDescription['layout']['columns'] }

/** Every target of a bet type, each once, in the order of the table. @throws RangeError when the options do not fit. */
export type CoverRule = (ground: CoverGround) => readonly Target[]

/** Targets made of a name and the indices it gets, one for each name, in the order in which they first appear. */
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
