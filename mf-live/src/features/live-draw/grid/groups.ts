import type { DimensionKey } from '@cascade/contracts/games'
import type { LiveGame, LiveOption } from '@cascade/contracts/live'

/** `wheel`: coloured fields of a roulette table; `dense`: hundreds of small cells; `card`, `picture`, `number`: large. */
type Look = 'number' | 'wheel' | 'card' | 'picture' | 'dense'

type Title = { text: 'row' | 'hundred' | 'cards' | 'card' | 'otherCards' | 'colours' | 'cardTypes'; values?: Values }
type Values = Record<string, string | number>

/** Options that stand together. */
export type OptionGroup = {
  key: string
  look: Look
  /** What is chosen here: the result itself, or its colour or type. */
  dimension: DimensionKey
  /** Cells beside each other where there is room. */
  columns: number
  options: readonly LiveOption[]
  title?: Title
}

type Options = Pick<LiveGame, 'gameId' | 'layout' | 'data' | 'dataColors' | 'dataCardTypes'>

/** How the options of a game are laid out on its screen, as its description says. */
export function groupsOf({ layout, data, dataColors, dataCardTypes }: Options): OptionGroup[] {
  return [...resultGroups(layout, data), ...pickGroups(dataColors, dataCardTypes)]
}

const denseFrom = 60
const bingoCells = 25

function resultGroups({ kind, columns, groups }: LiveGame['layout'], data: readonly LiveOption[]): OptionGroup[] {
  if (kind === 'wheel') return [plain('wheel', columns, data)]
  if (kind === 'cards' && groups.length > 0) return cardGroups(data, columns, groups)
  if (kind === 'cards') return [plain('card', columns, data)]
  if (kind === 'pictures') return rows(data, columns)
  if (kind === 'thousand' || data.length > denseFrom) return hundreds(data, columns)
  const isBingo = data[0]?.image?.startsWith('ball-')
  return [plain('number', columns, isBingo ? data.slice(0, bingoCells) : data)]
}

const plain = (look: Look, columns: number, options: readonly LiveOption[]): OptionGroup => ({
  key: 'all',
  look,
  dimension: 'result',
  columns,
  options,
})

const sides = ['low', 'middle', 'high'] as const

/** The low side, the card that belongs to neither, the high side, and whatever comes after. */
function cardGroups(data: readonly LiveOption[], columns: number, sizes: readonly number[]): OptionGroup[] {
  const starts = sizes.map((_, at) => sizes.slice(0, at).reduce((sum, size) => sum + size, 0))
  const known = sizes.map((size, at): OptionGroup => {
    const options = data.slice(starts[at], (starts[at] ?? 0) + size)
    const values = { from: options[0]?.label ?? '', to: options.at(-1)?.label ?? '' }
    return {
      ...plain('card', Math.min(columns, size), options),
      key: sides[at] ?? `group-${at}`,
      title: { text: options.length > 1 ? 'cards' : 'card', values },
    }
  })
  const rest = data.slice(sizes.reduce((sum, size) => sum + size, 0))
  return [...known, { ...plain('card', 6, rest), key: 'rest', title: { text: 'otherCards' as const } }].filter(isFilled)
}

function pickGroups(colors: readonly LiveOption[], types: readonly LiveOption[]): OptionGroup[] {
  const groups: OptionGroup[] = [
    { ...plain('card', 4, colors), key: 'colours', dimension: 'color', title: { text: 'colours' } },
    { ...plain('card', 2, types), key: 'types', dimension: 'type', title: { text: 'cardTypes' } },
  ]
  return groups.filter(isFilled)
}

const rows = (data: readonly LiveOption[], columns: number): OptionGroup[] =>
  chunks(data, columns).map((options, index) => ({
    ...plain('picture', columns, options),
    key: `row-${index}`,
    title: { text: 'row', values: { number: index + 1 } },
  }))

const hundreds = (data: readonly LiveOption[], columns: number): OptionGroup[] =>
  chunks(data, 100).map((options, index) => ({
    ...plain('dense', columns, options),
    key: `hundred-${index}`,
    title: { text: 'hundred', values: { from: options[0]?.label ?? '', to: options.at(-1)?.label ?? '' } },
  }))

function chunks<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size))
}

const isFilled = (group: OptionGroup) => group.options.length > 0
