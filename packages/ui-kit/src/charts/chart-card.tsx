import './chart-card.css'
import { type ReactNode, useState } from 'react'
import { formatPoints } from '../format/format'
import { defineTexts } from '../i18n/texts'
import { Card } from '../layout/page'

/** Values of a point, in points with two decimals. */
export type ChartSeries<P> = {
  key: string
  label: string
  value: (point: P) => number
  kind: 'bar' | 'line'
}

type Props<P> = {
  title: string
  pointTitle: string
  points: readonly P[]
  keyOf: (point: P) => string
  labelOf: (point: P) => string
  series: readonly ChartSeries<P>[]
  onPick?: ((point: P) => void) | undefined
  note?: ReactNode
  children: ReactNode
}

/** A chart with its legend, and the same figures as a table for screen readers or on request. */
export function ChartCard<P>(props: Props<P>) {
  const { title, points, series, note, children } = props
  const text = chartTexts.useText()
  const [isTable, setIsTable] = useState(false)
  const isEmpty = points.every(point => series.every(each => each.value(point) === 0))
  return (
    <Card className="kit-chart" title={title} extra={<ViewSwitch isTable={isTable} onChange={setIsTable} />}>
      {note}
      {isTable ? (
        <div className="kit-chart-scroll">
          <PointsTable {...props} />
        </div>
      ) : (
        <>
          <ul className="kit-chart-legend" aria-hidden="true">
            {series.map(({ key, label, kind }, index) => (
              <li key={key} data-series={index + 1} data-kind={kind}>
                {label}
              </li>
            ))}
          </ul>
          {isEmpty ? <p className="kit-chart-empty">{text('nothing')}</p> : children}
          <div className="kit-sr-only">
            <PointsTable {...props} onPick={undefined} />
          </div>
        </>
      )}
    </Card>
  )
}

function ViewSwitch({ isTable, onChange }: { isTable: boolean; onChange: (isTable: boolean) => void }) {
  const text = chartTexts.useText()
  return (
    <fieldset className="kit-chart-switch">
      <legend className="kit-sr-only">{text('view')}</legend>
      <button type="button" aria-pressed={!isTable} onClick={() => onChange(false)}>
        {text('chart')}
      </button>
      <button type="button" aria-pressed={isTable} onClick={() => onChange(true)}>
        {text('table')}
      </button>
    </fieldset>
  )
}

function PointsTable<P>({ title, pointTitle, points, keyOf, labelOf, series, onPick }: Props<P>) {
  return (
    <table className="kit-chart-table">
      <caption className="kit-sr-only">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{pointTitle}</th>
          {series.map(({ key, label }) => (
            <th key={key} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.map(point => (
          <tr key={keyOf(point)}>
            <th scope="row">
              {onPick ? (
                <button type="button" onClick={() => onPick(point)}>
                  {labelOf(point)}
                </button>
              ) : (
                labelOf(point)
              )}
            </th>
            {series.map(({ key, value }) => (
              <td key={key}>{formatPoints(value(point))}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const chartTexts = defineTexts('charts', {
  view: 'Show as',
  chart: 'Chart',
  table: 'Table',
  nothing: 'No data for this period',
})
