import { type Percentage, WinPercentage } from '@cascade/contracts/games'

/** What was typed, by the row's id; rows that were not touched are not in it. */
export type Edits = Readonly<Record<string, string>>

/** The least that the screen takes; the server takes 0, too. */
const minShare = 1

/** What is sent for a text: the specification has 0 for everything that is no number. */
export function shareOf(typed: string): number {
  const text = typed.trim().replace(',', '.')
  const share = text === '' ? Number.NaN : Number(text)
  return Number.isFinite(share) ? share : 0
}

/** `1e1` and `0x10` are numbers, but not as a percentage is typed. */
const isPlain = (typed: string) => /^\s*[-+]?[\d.,]*\s*$/.test(typed)

const isNumber = (typed: string) => shareOf(typed) !== 0 || /^\s*[-+]?0*[.,]?0*\s*$/.test(typed.replace(/^\s*$/, 'x'))

/** What is to be said about a typed text: `fault` keeps it from being sent, `note` does not. */
export function checkShare(typed: string): { fault?: 'atLeastOne' | 'notAShare'; note?: 'sentAsZero' } {
  if (!isNumber(typed)) return { note: 'sentAsZero' }
  if (shareOf(typed) < minShare) return { fault: 'atLeastOne' }
  return isPlain(typed) && WinPercentage.safeParse(shareOf(typed)).success ? {} : { fault: 'notAShare' }
}

/** Takes down what was typed into a row; a text that means what is stored is no edit any more. */
export function withEdit(edits: Edits, row: Pick<Percentage, 'id' | 'winpercentage'>, typed: string): Edits {
  const { [row.id]: _before, ...others } = edits
  const same = isNumber(typed) && shareOf(typed) === row.winpercentage
  return same ? others : { ...others, [row.id]: typed }
}

export const updatesOf = (edits: Edits) =>
  Object.entries(edits).map(([id, typed]) => ({ id, winpercentage: shareOf(typed) }))

export const hasFault = (edits: Edits) => Object.values(edits).some(typed => checkShare(typed).fault !== undefined)
