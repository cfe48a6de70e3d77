import './charts.css'
import { AxisBottom, AxisLeft } from '@visx/axis'
import { GridRows } from '@visx/grid'
import { scaleBand, scaleLinear } from '@visx/scale'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { formatPoints } from '../format/format'
import type { ChartSeries } from './chart-card'

type Props<P> = {
  points: readonly P[]
  keyOf: (point: P) => string
  labelOf: (point: P) => string
  tickOf: (point: P) => string
  series: readonly ChartSeries<P>[]
  onPick?: ((point: P) => void) | undefined
  height?: number
}

const margin = { top: 8, right: 4, bottom: 26, left: 56 }
const tickWidth = 58
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** Grouped columns over time, with step lines for series of kind `line`; a click on a column picks its point. */
export function ColumnChart<P>({ points, keyOf, labelOf, tickOf, series, onPick, height = 240 }: Props<P>) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const hatch = useId()
  const [hovered, setHovered] = useState<number>()
  const inner = { width: Math.max(80, width - margin.left - margin.right), height: height - margin.top - margin.bottom }
  const x = scaleBand<string>({ domain: points.map(keyOf), range: [0, inner.width], paddingInner: 0.25 })
  const values = points.flatMap(point => series.map(each => each.value(point)))
  const domain: [number, number] = [Math.min(0, ...values), Math.max(0, ...values)]
  const y = scaleLinear<number>({ domain, range: [inner.height, 0], nice: true })
  const bars = series.filter(({ kind }) => kind === 'bar')
  const middle = (point: P) => (x(keyOf(point)) ?? 0) + x.bandwidth() / 2
  const everyNth = Math.max(1, Math.ceil((points.length * tickWidth) / inner.width))
  const ticks = points.filter((_, index) => index % everyNth === 0)
  const tickTexts = new Map(points.map(point => [keyOf(point), tickOf(point)]))
  const hoveredPoint = hovered === undefined ? undefined : points[hovered]

  return (
    <div ref={box} className="kit-column-chart" onPointerLeave={() => setHovered(undefined)}>
      <svg width={width} height={height} aria-hidden="true">
        <defs>
          <pattern id={hatch} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="2" height="4" fill="var(--series-2)" />
          </pattern>
        </defs>
        <g transform={`translate(${margin.left},${margin.top})`}>
          <GridRows scale={y} width={inner.width} numTicks={4} className="kit-column-chart-grid" stroke="var(--line)" />
          {hoveredPoint && (
            <rect
              className="kit-column-chart-shade"
              x={x(keyOf(hoveredPoint))}
              width={x.bandwidth()}
              height={inner.height}
            />
          )}
          {points.map(point => (
            <g key={keyOf(point)}>
              {bars.map((each, index) => {
                const value = each.value(point)
                const barWidth = x.bandwidth() / bars.length
                return (
                  <rect
                    key={each.key}
                    x={(x(keyOf(point)) ?? 0) + index * barWidth}
                    y={y(Math.max(0, value))}
                    width={Math.max(1, barWidth - 1)}
                    height={Math.abs(y(0) - y(value))}
                    fill={series.indexOf(each) === 1 ? `url(#${hatch})` : 'var(--series-1)'}
                    rx={1.5}
                  />
                )
              })}
            </g>
          ))}
          {series
            .filter(({ kind }) => kind === 'line')
            .map(each => (
              <path
                key={each.key}
                d={steps(points, point => ({ from: x(keyOf(point)) ?? 0, at: y(each.value(point)) }), x.bandwidth())}
                fill="none"
                stroke="var(--series-3)"
                strokeWidth={1.75}
              />
            ))}
          <AxisLeft
            scale={y}
            numTicks={4}
            hideAxisLine
            hideTicks
            tickFormat={value => compact.format(Number(value))}
            tickLabelProps={{ className: 'kit-column-chart-tick', textAnchor: 'end', dy: '0.32em' }}
          />
          <AxisBottom
            scale={x}
            top={inner.height}
            tickValues={ticks.map(keyOf)}
            hideTicks
            stroke="var(--line)"
            tickFormat={value => tickTexts.get(String(value)) ?? ''}
            tickLabelProps={{ className: 'kit-column-chart-tick', textAnchor: 'middle', dy: '0.4em' }}
          />
          {points.map((point, index) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: the table next to it offers the same by keyboard
            <rect
              key={keyOf(point)}
              className="kit-column-chart-target"
              data-point={keyOf(point)}
              data-picks={onPick ? true : undefined}
              x={(x(keyOf(point)) ?? 0) - (x.step() - x.bandwidth()) / 2}
              width={x.step()}
              height={inner.height}
              onPointerEnter={() => setHovered(index)}
              onClick={() => onPick?.(point)}
            />
          ))}
        </g>
      </svg>
      {hoveredPoint && (
        <div className="kit-column-chart-hint" style={hintPosition(margin.left + middle(hoveredPoint), width)}>
          <b>{labelOf(hoveredPoint)}</b>
          <dl>
            {series.map(each => (
              <div key={each.key}>
                <dt>{each.label}</dt>
                <dd>{formatPoints(each.value(hoveredPoint))}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </div>
  )
}

/** A flat line over each column: a slope between two points would mean nothing. */
function steps<P>(points: readonly P[], position: (point: P) => { from: number; at: number }, width: number): string {
  return points
    .map(position)
    .map(({ from, at }, index) => `${index === 0 ? `M${from} ` : 'V'}${at}H${from + width}`)
    .join('')
}

const hintPosition = (left: number, width: number) =>
  left > width / 2 ? { right: width - left + 14 } : { left: left + 14 }

/** Used before layout, e.g. before the first frame. */
const initialWidthPx = 640

function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(initialWidthPx)
  useEffect(() => {
    const target = element.current
    if (!target) return
    const measure = () => setWidth(target.clientWidth || initialWidthPx)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
  return width
}
