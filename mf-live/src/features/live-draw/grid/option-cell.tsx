import { formatPoints } from '@cascade/contracts'
import { type CSSProperties, memo, useRef } from 'react'
import { liveTexts } from '../../../texts'
import { Picture } from './pictures'
import type { Place } from './roulette-place'

type Props = {
  label: string
  sum: number
  color?: string
  image?: string
  /** 0 to 4, see `heatOf`. */
  heat: number
  column?: Place['column']
  row?: Place['row']
}

const namedColors = ['red', 'black', 'green'] as const
const zero = formatPoints(0)

/** One option with the open stake on it. Its props are plain values: an update draws only the cells that changed. */
export const OptionCell = memo(function OptionCell({ label, sum, color, image, heat, column, row }: Props) {
  const text = liveTexts.useText()
  const named = namedColors.find(each => each === color)
  const place = column && ({ '--column': column, '--row': row } as CSSProperties)
  return (
    <li className="lv-cell" data-color={color} data-heat={heat || undefined} style={place || undefined}>
      {image && <Picture name={image} />}
      <span className="lv-cell-label">{label}</span>
      {named && <span className="lv-cell-colour">{text(named)}</span>}
      <Sum value={sum} />
    </li>
  )
})

/** Lights up for a moment when it changes. */
function Sum({ value }: { value: number }) {
  const first = useRef(value).current
  return (
    <span key={value} className="lv-cell-sum" data-changed={value !== first || undefined}>
      {value === 0 ? zero : formatPoints(value)}
    </span>
  )
}
