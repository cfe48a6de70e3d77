import './option-cell.css'
import './option-cell-looks.css'
import { formatPoints } from '@cascade/contracts'
import type { DimensionKey } from '@cascade/contracts/games'
import type { LiveOption } from '@cascade/contracts/live'
import { hasPicture, OptionPicture } from '@cascade/game-pictures'
import { type CSSProperties, memo, useRef } from 'react'
import { texts } from '../../texts'
import { heatSteps } from './heat-scale'

export type CellListener = (dimension: DimensionKey, drawno: string) => void

type Props = {
  option: LiveOption
  dimension: DimensionKey
  /** Booster of the main figure. */
  booster: 1 | 2
  /** 0 to `heatSteps`, see `heatOf`. */
  heat: number
  isChosen: boolean
  isPending: boolean
  /** The policy could not draw it at the current stakes. */
  isOver: boolean
  onPick: CellListener
  onPoint: CellListener
  /** Position on a roulette table: from the zeros on, and from the bottom. */
  column?: number | undefined
  row?: number | undefined
}

const pictureSize = 96

/** One option with its payout and stake. Memoised: an update renders only cells with a changed option object. */
export const OptionCell = memo(function OptionCell(props: Props) {
  const { option, dimension, booster, heat, isChosen, isPending, isOver, onPick, onPoint, column, row } = props
  const { drawno, label, color, image } = option
  const position = column === undefined ? undefined : ({ '--column': column, '--row': row } as CSSProperties)
  return (
    <li
      className="live-cell"
      translate="no"
      data-color={color}
      data-heat={heat || undefined}
      data-over={isOver || undefined}
      data-picture={pictureKind(image)}
      data-pending={isPending || undefined}
      data-zero={column === 0 ? drawno : undefined}
      style={position}
    >
      <button
        type="button"
        tabIndex={-1}
        aria-pressed={isChosen}
        aria-description={describeFigures(option)}
        onClick={() => onPick(dimension, drawno)}
        onPointerEnter={() => onPoint(dimension, drawno)}
        onFocus={() => onPoint(dimension, drawno)}
      >
        {image && pictureKind(image) && (
          <OptionPicture image={image} size={pictureSize} className="live-cell-picture" />
        )}
        <span className="live-cell-label">{label}</span>
        {colourWord(color) && <span className="live-cell-colour">{colourWord(color)}</span>}
        <Figures option={option} booster={booster} />
      </button>
    </li>
  )
})

/** The payout, with a font size that fits its length, and the stake below. */
function Figures({ option, booster }: { option: LiveOption; booster: 1 | 2 }) {
  const cost = shortPoints(booster === 2 ? option.liabilityBoosted : option.liability)
  const sum = formatPoints(option.sum)
  const direction = useDirection(option.sum)
  return (
    <>
      <span
        className="live-cell-cost"
        data-none={option.liability === 0 || undefined}
        style={{ '--letters': cost.length } as CSSProperties}
      >
        {cost}
        <small>×{booster}</small>
      </span>
      <span className="live-cell-sum" style={{ '--letters': sum.length } as CSSProperties}>
        {sum}
      </span>
      {direction && <span key={option.sum} className="live-cell-change" data-direction={direction} />}
    </>
  )
}

/** Direction of the last stake change; the reset to 0 of a new draw is no change. */
function useDirection(sum: number): 'up' | 'down' | undefined {
  const last = useRef<{ sum: number; direction?: 'up' | 'down' }>({ sum })
  if (last.current.sum !== sum) {
    const direction = sum > last.current.sum ? 'up' : 'down'
    last.current = sum === 0 ? { sum } : { sum, direction }
  }
  return last.current.direction
}

/** Points without `.00`: `1,250`, `12.50`. */
export const shortPoints = (points: number): string => formatPoints(points).replace(/\.00$/, '')

/** `own`: the picture shows its own number or suit; `other`: it needs its label. */
function pictureKind(image: string | undefined) {
  if (image === undefined || !hasPicture(image)) return undefined
  return /^(card|ball)-/.test(image) ? 'own' : 'other'
}

/** Colours are also written out, for users who cannot distinguish them. */
function colourWord(color: string | undefined) {
  if (color === 'red' || color === 'black' || color === 'green') return texts.text(color)
  return undefined
}

/** Accessible description of the figures; the accessible name is the cell's content. */
function describeFigures({ sum, liability, liabilityBoosted }: LiveOption): string {
  if (sum === 0) return texts.text('cellWithoutStake')
  const values = {
    sum: formatPoints(sum),
    cost: formatPoints(liability),
    boosted: formatPoints(liabilityBoosted),
  }
  return texts.text('cellWithStake', values)
}

/** Heat of a liability relative to the largest, 0 to `heatSteps`; a square root keeps small liabilities apart. */
export function heatOf(liability: number, largest: number): number {
  if (liability <= 0 || largest <= 0) return 0
  return Math.min(heatSteps, Math.ceil(heatSteps * Math.sqrt(liability / largest)))
}

export function largestOf(options: readonly Pick<LiveOption, 'liability'>[]): number {
  return options.reduce((most, { liability }) => Math.max(most, liability), 0)
}

/** Position of a number on a roulette table: zeros in column 0, then twelve columns of three from the bottom. */
export function tablePosition(drawno: string): { column: number; row: number } | undefined {
  if (drawno === '00') return { column: 0, row: 2 }
  if (drawno === '0') return { column: 0, row: 1 }
  const number = Number(drawno)
  if (!Number.isInteger(number) || number < 1 || number > 36) return undefined
  return { column: Math.ceil(number / 3), row: ((number - 1) % 3) + 1 }
}
