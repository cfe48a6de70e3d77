import type { DimensionKey } from '@cascade/contracts/games'
import type { LiveOption } from '@cascade/contracts/live'
import type { Choice, LiveDimension } from '../control/choice'

export type Found = { dimension: DimensionKey; option: LiveOption }
type Matches = (option: LiveOption, typed: string) => boolean

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
const isNumber = (text: string) => /^\d+$/.test(text)

/** From the surest to the vaguest way in which typed letters name an option. */
const ways: readonly Matches[] = [
  ({ label }, typed) => plain(label) === typed,
  ({ drawno }, typed) => plain(drawno) === typed,
  // 7 is 0-0-7 where all numbers have three digits.
  ({ drawno }, typed) => isNumber(typed) && isNumber(plain(drawno)) && plain(drawno) === padded(typed, drawno),
]

const padded = (typed: string, drawno: string) => {
  const { length } = plain(drawno)
  return length > 2 ? typed.padStart(length, '0') : typed
}

/**
 * The option that typed letters name: one of the dimension that is chosen next comes before one of the others, its own
 * name before the beginning of it, which counts where only one option begins like this.
 */
export function findOption(dimensions: readonly LiveDimension[], choice: Choice, typed: string): Found | undefined {
  const wanted = plain(typed)
  if (wanted === '') return undefined
  const open = dimensions.filter(({ key }) => choice[key] === undefined)
  const inOrder = [...open, ...dimensions.filter(each => !open.includes(each))]
  for (const { key, options } of inOrder) {
    for (const matches of ways) {
      const option = options.find(each => matches(each, wanted))
      if (option) return { dimension: key, option }
    }
  }
  for (const { key, options } of inOrder) {
    const [only, ...others] = options.filter(({ label }) => plain(label).startsWith(wanted))
    if (only && others.length === 0 && !isNumber(wanted)) return { dimension: key, option: only }
  }
  return undefined
}

/** Whether an option of the game begins with this letter; digits always may. */
export const mayBegin = (dimensions: readonly LiveDimension[], letter: string): boolean =>
  isNumber(letter) ||
  dimensions.some(({ options }) => options.some(({ label }) => plain(label).startsWith(letter.toLowerCase())))
