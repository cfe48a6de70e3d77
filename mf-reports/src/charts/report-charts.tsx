import './charts.css'
import { lazyWithRetry } from '@cascade/ui-kit'
import { Suspense } from 'react'
import type { ReportChartsProps } from './drawn-charts'

const LazyCharts = lazyWithRetry<ReportChartsProps>(() =>
  import('./drawn-charts').then(({ DrawnCharts }) => ({ default: DrawnCharts })),
)

/** Charts of a report; the chart library is loaded on demand. */
export function ReportCharts(props: ReportChartsProps) {
  return (
    <Suspense fallback={<div className="reports-charts reports-charts-pending" />}>
      <LazyCharts {...props} />
    </Suspense>
  )
}
