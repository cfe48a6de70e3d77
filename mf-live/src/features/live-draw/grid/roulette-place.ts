/** Where a number lies on a roulette table of three rows; rows are halved so that two zeros can share a column. */
export type Place = { column: string; row: string }

export function placeOnTable(drawno: string, hasDoubleZero: boolean): Place | undefined {
  if (drawno === '00') return { column: '1', row: '1 / span 3' }
  if (drawno === '0') return { column: '1', row: hasDoubleZero ? '4 / span 3' : '1 / span 6' }
  const number = Number(drawno)
  if (!Number.isInteger(number) || number < 1 || number > 36) return undefined
  const fromTop = 2 - ((number - 1) % 3)
  return { column: String(Math.ceil(number / 3) + 1), row: `${fromTop * 2 + 1} / span 2` }
}
