import './option-cell.css'
import { formatPoints } from '@cascade/contracts'
import type { LiveOption } from '@cascade/contracts/live'
import { type CSSProperties, memo, useRef } from 'react'
import type { Place } from './cell-rules'
import { Picture } from './pictures'

type Props = {
  option: LiveOption
  /** 0 to 4, see `heatOf`. */
  heat: number
  /** The word for its colour. */
  colour?: string
  column?: Place['column']
  row?: Place['row']
}

const zero = formatPoints(0)

/** One option with the open stake on it; an update draws only the cells whose option is another object. */
export const OptionCell = memo(function OptionCell({ option, heat, colour, column, row }: Props) {
  const { label, sum, color, image } = option
  const place = column && ({ '--column': column, '--row': row } as CSSProperties)
  return (
    <li className="live-cell" data-color={color} data-heat={heat || undefined} style={place || undefined}>
      {image && <Picture name={image} />}
      <span className="live-cell-label">{label}</span>
      {colour && <span className="live-cell-colour">{colour}</span>}
      <Sum value={sum} />
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
