import { grid, type LayoutOption, numbers } from './layout'

/** Ten digits with the 0 at the end. */
export const digits = grid([...numbers(1, 9), ...numbers(0, 0)])

/** All three-digit numbers; a bet on the last digit, the last two or all three counts to a cell. */
function thousand(name: (digits: string) => string): LayoutOption[] {
  return Array.from({ length: 1000 }, (_, index) => {
    const number = String(index).padStart(3, '0')
    const label = name(number)
    return {
      drawno: label,
      label,
      legs: [`single:${number.slice(2)}`, `double:${number.slice(1)}`, `triple:${number}`],
    }
  })
}

/** Cells named `a-b-c`. */
export const tripleFun = grid(thousand(number => [...number].join('-')))
/** Cells in ten groups of a hundred, by the first digit. */
export const tripleChance = grid(thousand(number => number))
