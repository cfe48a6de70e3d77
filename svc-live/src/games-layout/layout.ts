/** One option as it is shown, without what is staked on it. */
export type LayoutOption = {
  drawno: string
  label: string
  color?: string
  image?: string
  /** Keys `type:drawno` of the bets that count to this option's total: what would be paid when it is drawn. */
  legs: readonly string[]
}

export type GameLayout = {
  options: readonly LayoutOption[]
  colors: readonly LayoutOption[]
  cardTypes: readonly LayoutOption[]
}

type Look = Omit<LayoutOption, 'legs' | 'drawno'>

/** An option on which one type of bet stands. */
export const option = (type: string, drawno: string, look: Look): LayoutOption => ({
  drawno,
  ...look,
  legs: [`${type}:${drawno}`],
})

/** A layout of one grid. */
export const grid = (options: readonly LayoutOption[]): GameLayout => ({ options, colors: [], cardTypes: [] })

/** Cells named by their number, `first` to `last`. */
export function numbers(first: number, last: number): LayoutOption[] {
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const drawno = String(first + index)
    return option('straight', drawno, { label: drawno })
  })
}
