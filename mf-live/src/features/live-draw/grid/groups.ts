import { gameCodes } from '@cascade/contracts/games'
import type { LiveGame, LiveOption } from '@cascade/contracts/live'

/** `wheel`: coloured fields of a roulette table; `dense`: hundreds of small cells; `card`, `picture`, `number`: large. */
type Look = 'number' | 'wheel' | 'card' | 'picture' | 'dense'

type Title = { text: 'row' | 'hundred' | 'cards' | 'card' | 'otherCards' | 'colours' | 'cardTypes'; values?: Values }
type Values = Record<string, string | number>

/** Options that stand together. */
export type OptionGroup = {
  key: string
  look: Look
  /** Cells beside each other where there is room. */
  columns: number
  options: readonly LiveOption[]
  title?: Title
  /** Its stakes are compared among themselves, not with those of the other groups. */
  apart?: boolean
}

type Options = Pick<LiveGame, 'data' | 'dataColors' | 'dataCardTypes'>

/** How the options of a game are laid out on its screen. */
export function groupsOf(gameId: string, { data, dataColors, dataCardTypes }: Options): OptionGroup[] {
  switch (gameId) {
    case gameCodes.andharBahar:
      return [...cardGroups(data), ...pickGroups(dataColors, dataCardTypes)]
    case gameCodes.titliSorrat:
      return rowsOfSix(data)
    case gameCodes.bingo:
      return [plain('number', 5, data.slice(0, bingoCells))]
    case gameCodes.funRoullet:
    case gameCodes.roulette:
      return [plain('wheel', 10, data)]
    case gameCodes.lucky12:
    case gameCodes.lucky16:
      return [plain('card', 4, data)]
    default:
      return data.length > denseFrom ? hundreds(data) : [plain('number', 5, data)]
  }
}

const bingoCells = 25
const denseFrom = 60

const plain = (look: Look, columns: number, options: readonly LiveOption[]): OptionGroup => ({
  key: 'all',
  look,
  columns,
  options,
})

/** The low side, the card that belongs to neither, the high side, and whatever comes after. */
function cardGroups(data: readonly LiveOption[]): OptionGroup[] {
  const group = (key: string, columns: number, from: number, to?: number): OptionGroup => {
    const options = data.slice(from, to)
    const values = { from: options[0]?.label ?? '', to: options.at(-1)?.label ?? '' }
    return { key, look: 'card', columns, options, title: { text: options.length > 1 ? 'cards' : 'card', values } }
  }
  const rest: OptionGroup = { ...group('rest', 6, 13), title: { text: 'otherCards' } }
  return [group('low', 3, 0, 6), group('middle', 1, 6, 7), group('high', 3, 7, 13), rest].filter(isFilled)
}

function pickGroups(colors: readonly LiveOption[], types: readonly LiveOption[]): OptionGroup[] {
  const groups: OptionGroup[] = [
    { key: 'colours', look: 'card', columns: 4, options: colors, title: { text: 'colours' }, apart: true },
    { key: 'types', look: 'card', columns: 2, options: types, title: { text: 'cardTypes' }, apart: true },
  ]
  return groups.filter(isFilled)
}

function rowsOfSix(data: readonly LiveOption[]): OptionGroup[] {
  return chunks(data, 6).map((options, index) => ({
    key: `row-${index}`,
    look: 'picture',
    columns: 6,
    options,
    title: { text: 'row', values: { number: index + 1 } },
  }))
}

function hundreds(data: readonly LiveOption[]): OptionGroup[] {
  return chunks(data, 100).map((options, index) => ({
    key: `hundred-${index}`,
    look: 'dense',
    columns: 10,
    options,
    title: { text: 'hundred', values: { from: options[0]?.label ?? '', to: options.at(-1)?.label ?? '' } },
  }))
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size))
}

const isFilled = (group: OptionGroup) => group.options.length > 0
