import './dashboard.css'
import { lazyWithRetry, RemoteBoundary } from '@cascade/ui-kit'
import type { PlayChartsProps } from './drawn-play-charts'

const Drawn = lazyWithRetry<PlayChartsProps>(() =>
  import('./drawn-play-charts').then(({ DrawnPlayCharts }) => ({ default: DrawnPlayCharts })),
)

/** Dashboard charts; their library loads last and may fail alone. */
export function PlayCharts(props: PlayChartsProps) {
  return (
    <RemoteBoundary loading={<div className="shell-charts shell-charts-pending" />}>
      <Drawn {...props} />
    </RemoteBoundary>
  )
}
