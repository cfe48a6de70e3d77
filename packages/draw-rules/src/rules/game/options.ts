import { type GameDimension, type GameOption, type NumberSeries, optionsMax } from '@cascade/contracts/games'
import { DescriptionError } from './game'

/**
 * The expanded options of a dimension.
 * @throws DescriptionError if there are too many, or two of one name
 */
export function expandOptions({ key, options }: Pick<GameDimension, 'key' | 'options'>): readonly GameOption[] {
  const list = 'first' in options ? expandSeries(key, options) : options
  const isEachOnce = (['drawno', 'label'] as const).every(
    field => new Set(list.map(option => option[field])).size === list.length,
  )
  if (!isEachOnce) throw new DescriptionError(`${key}: two options have one number or one name`)
  return list
}

function expandSeries(key: string, { first, last, width, separator }: NumberSeries): GameOption[] {
  const count = last - first + 1
  if (count < 1 || count > optionsMax) throw new DescriptionError(`${key}: 1 to ${optionsMax} options, not ${count}`)
  return Array.from({ length: count }, (_, index) => {
    const drawno = [...String(first + index).padStart(width, '0')].join(separator)
    return { drawno, label: drawno }
  })
}
