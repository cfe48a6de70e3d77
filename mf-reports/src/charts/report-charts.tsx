import './charts.css'
import { lazyWithRetry, RemoteBoundary } from '@cascade/ui-kit'
import type { ReportChartsProps } from './drawn-charts'

const LazyCharts = lazyWithRetry<ReportChartsProps>(() =>
  import('./drawn-charts').then(({ DrawnCharts }) => ({ default: DrawnCharts })),
)

/** Charts of a report; the chart library is loaded on demand. */
export function ReportCharts(props: ReportChartsProps) {
  return (
    <RemoteBoundary loading={<div className="reports-charts reports-charts-pending" />}>
      <LazyCharts {...props} />
    </RemoteBoundary>
  )
}
