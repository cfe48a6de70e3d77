import './charts.css'
import { formatPoints } from '../format/format'
import type { ChartSeries } from './chart-card'

type Props<P> = {
  points: readonly P[]
  keyOf: (point: P) => string
  labelOf: (point: P) => string
  series: readonly ChartSeries<P>[]
  onPick?: ((point: P) => void) | undefined
}

/** Horizontal bars, the longest first; a click on one picks its point. */
export function RankChart<P>({ points, keyOf, labelOf, series, onPick }: Props<P>) {
  const valueMax = Math.max(0, ...points.flatMap(point => series.map(each => each.value(point))))
  return (
    <ol className="kit-ranks" aria-hidden="true">
      {points.map(point => (
        <li key={keyOf(point)}>
          {/* The card's table offers the same by keyboard. */}
          <button type="button" tabIndex={-1} disabled={!onPick} onClick={() => onPick?.(point)}>
            <span className="kit-rank-label">{labelOf(point)}</span>
            <span className="kit-rank-bars">
              {series.map((each, index) => (
                <span
                  key={each.key}
                  className="kit-rank-bar"
                  data-series={index + 1}
                  style={{ width: `${valueMax > 0 ? (100 * Math.max(0, each.value(point))) / valueMax : 0}%` }}
                />
              ))}
            </span>
            <span className="kit-rank-value">{formatPoints(series[0]?.value(point) ?? 0)}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}
