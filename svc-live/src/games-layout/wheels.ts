import { grid, type LayoutOption, option } from './layout'

const redNumbers: ReadonlySet<number> = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36])

const pocket = (number: number): LayoutOption => {
  const color = number === 0 ? 'green' : redNumbers.has(number) ? 'red' : 'black'
  return option('straight', String(number), { label: String(number), color })
}

const pockets = Array.from({ length: 37 }, (_, number) => pocket(number))

/** One zero. */
export const europeanWheel = grid(pockets)
/** Zero and double zero, which stands last. */
export const americanWheel = grid([...pockets, option('straight', '00', { label: '00', color: 'green' })])
