import './option-cell.css'
import './option-cell-looks.css'
import { formatPoints } from '@cascade/contracts'
import type { DimensionKey } from '@cascade/contracts/games'
import type { LiveOption } from '@cascade/contracts/live'
import { hasPicture, OptionPicture } from '@cascade/game-pictures'
import { type CSSProperties, memo, useRef } from 'react'
import { texts } from '../../texts'

/** What a cell tells about itself when it is pressed, pointed at or focused. */
export type CellListener = (dimension: DimensionKey, drawno: string) => void

type Props = {
  option: LiveOption
  dimension: DimensionKey
  /** 0 to 4, see `heatOf`. */
  heat: number
  isChosen: boolean
  isPending: boolean
  /** The policy could not draw it with the stakes as they are. */
  isOver: boolean
  /** There is room for a few letters only. */
  isSmall: boolean
  onPick: CellListener
  onPoint: CellListener
  column?: Place['column']
  row?: Place['row']
}

const zero = formatPoints(0)
const pictureSize = 96

/** One option with its stake and what it would cost; an update draws only the cells whose option is another object. */
export const OptionCell = memo(function OptionCell(props: Props) {
  const { option, dimension, heat, isChosen, isPending, isOver, isSmall, onPick, onPoint, column, row } = props
  const { drawno, label, sum, color, image } = option
  const place = column && ({ '--column': column, '--row': row } as CSSProperties)
  return (
    <li
      className="live-cell"
      data-color={color}
      data-heat={heat || undefined}
      data-over={isOver || undefined}
      data-picture={pictureOf(image)}
      data-pending={isPending || undefined}
      style={place || undefined}
    >
      <button
        type="button"
        tabIndex={-1}
        aria-pressed={isChosen}
        aria-description={figuresOf(option)}
        onClick={() => onPick(dimension, drawno)}
        onPointerEnter={() => onPoint(dimension, drawno)}
        onFocus={() => onPoint(dimension, drawno)}
      >
        {image && pictureOf(image) && <OptionPicture image={image} size={pictureSize} className="live-cell-picture" />}
        <span className="live-cell-label">{label}</span>
        {wordOf(color) && <span className="live-cell-colour">{wordOf(color)}</span>}
        <Sum value={sum} />
        <Liability option={option} isSmall={isSmall} />
      </button>
    </li>
  )
})

/** Lights up for a moment when it changes. */
function Sum({ value }: { value: number }) {
  const first = useRef(value).current
  return (
    <span key={value} className="live-cell-sum" data-changed={value !== first || undefined}>
      {value === 0 ? zero : formatPoints(value)}
    </span>
  )
}

/** What it would cost at booster 1 and at booster 2. */
function Liability({ option: { liability, liabilityBoosted }, isSmall }: { option: LiveOption; isSmall: boolean }) {
  const show = isSmall ? shortPoints : formatPoints
  return (
    <span className="live-cell-cost" data-none={liability === 0 || undefined}>
      <span>{show(liability)}</span>
      <span>{show(liabilityBoosted)}</span>
    </span>
  )
}

/** The face of a card says what it is; other pictures need their name below. */
function pictureOf(image: string | undefined) {
  if (image === undefined || !hasPicture(image)) return undefined
  return image.startsWith('card-') ? 'card' : 'other'
}

/** The word for a colour that is drawn on: nobody has to see it. */
function wordOf(color: string | undefined) {
  if (color === 'red' || color === 'black' || color === 'green') return texts.text(color)
  return undefined
}

/** Its name is what the cell shows; this says in words what the figures are. */
function figuresOf({ sum, liability, liabilityBoosted }: LiveOption): string {
  if (sum === 0) return texts.text('cellWithoutStake')
  const values = {
    sum: formatPoints(sum),
    cost: formatPoints(liability),
    boosted: formatPoints(liabilityBoosted),
  }
  return texts.text('cellWithStake', values)
}

/** How much of the largest liability an option carries, in four steps; 0 without any. */
export function heatOf(liability: number, largest: number): number {
  if (liability <= 0 || largest <= 0) return 0
  return Math.min(4, Math.ceil((4 * liability) / largest))
}

/** The largest liability of one of the options; 0 without any. */
export function largestOf(options: readonly Pick<LiveOption, 'liability'>[]): number {
  return options.reduce((most, { liability }) => Math.max(most, liability), 0)
}

/** Where a number lies on a roulette table of three rows; rows are halved so that two zeros can share a column. */
type Place = { column: string; row: string }

export function placeOnTable(drawno: string, hasDoubleZero: boolean): Place | undefined {
  if (drawno === '00') return { column: '1', row: '1 / span 3' }
  if (drawno === '0') return { column: '1', row: hasDoubleZero ? '4 / span 3' : '1 / span 6' }
  const number = Number(drawno)
  if (!Number.isInteger(number) || number < 1 || number > 36) return undefined
  const fromTop = 2 - ((number - 1) % 3)
  return { column: String(Math.ceil(number / 3) + 1), row: `${fromTop * 2 + 1} / span 2` }
}

const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** Points where there is room for a few letters only: `90`, `1.2K`, `3M`. */
const shortPoints = (points: number): string => short.format(points)
