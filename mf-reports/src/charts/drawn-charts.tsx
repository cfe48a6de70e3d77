import type { ChartGame, ChartPoint, TurnoverRow } from '@cascade/contracts/reports'
import { ErrorState, Skeleton } from '@cascade/ui-kit'
import { ChartCard, type ChartSeries, ColumnChart, RankChart } from '@cascade/ui-kit/charts'
import type { ListParams } from '@cascade/web-kit'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { texts } from '../texts'
import { chartQuery } from './calls'

export type ReportChartsProps = {
  params: Omit<ListParams, 'page' | 'size'>
  /** Called with the chosen day; not offered for a single day. */
  onDay?: (day: string) => void
  onBranch?: (branch: TurnoverRow) => void
  onGame?: (game: ChartGame) => void
}

/** Charts of a report: over time, by game and by account. */
export function DrawnCharts({ params, onDay, onBranch, onGame }: ReportChartsProps) {
  const text = texts.useText()
  const chart = useQuery({ ...chartQuery(params), placeholderData: keepPreviousData })
  if (chart.error) return <ErrorState error={chart.error} onRetry={() => void chart.refetch()} />
  if (!chart.data) return <Skeleton className="reports-charts-pending" active />
  const { by, points, games, branches } = chart.data
  const keyOf = (point: ChartPoint) => point.at
  const labelOf = by === 'hour' ? hourLabel : keyOf
  const time = { points, keyOf, labelOf, series: timeSeries }
  const onPoint = by === 'day' ? onDay && ((point: ChartPoint) => onDay(point.at)) : undefined
  const byGame = { points: games, keyOf: (game: ChartGame) => game.gameId, series: gameSeries, onPick: onGame }
  const gameName = (game: ChartGame) => game.gameName
  const ranked = { points: branches, keyOf: (row: TurnoverRow) => row.id, series: branchSeries }
  const branchName = (row: TurnoverRow) => row.username
  const canDrillDown = onBranch && branches.some(row => row.hasChildren)
  const pickBranch = canDrillDown ? (row: TurnoverRow) => row.hasChildren && onBranch(row) : undefined
  return (
    <div className="reports-charts">
      <ChartCard title={text('overTime')} pointTitle={text(by)} {...time} onPick={onPoint}>
        <ColumnChart {...time} tickOf={by === 'hour' ? hourTick : dayTick} onPick={onPoint} />
      </ChartCard>
      <ChartCard title={text('byGame')} pointTitle={text('game')} {...byGame} labelOf={gameName}>
        <RankChart {...byGame} labelOf={gameName} />
      </ChartCard>
      <ChartCard
        title={text('byBranch')}
        pointTitle={text('account')}
        {...ranked}
        labelOf={branchName}
        onPick={pickBranch}
      >
        <RankChart {...ranked} labelOf={branchName} onPick={pickBranch} />
      </ChartCard>
    </div>
  )
}

/** `2026-03-01T13` → `13:00`. */
const hourTick = ({ at }: ChartPoint) => `${at.slice(11)}:00`
const hourLabel = ({ at }: ChartPoint) => `${at.slice(0, 10)} ${at.slice(11)}:00`
/** `2026-03-01` → `03-01`. */
const dayTick = ({ at }: ChartPoint) => at.slice(5)

const { text } = texts

type Played = { playPoints: number; winPoints: number }

const play = <P extends Played>(): ChartSeries<P> => ({
  key: 'play',
  label: text('play'),
  kind: 'bar',
  value: point => point.playPoints,
})
const win = <P extends Played>(): ChartSeries<P> => ({
  key: 'win',
  label: text('win'),
  kind: 'bar',
  value: point => point.winPoints,
})
const commission: ChartSeries<ChartPoint> = {
  key: 'commission',
  label: text('commission'),
  kind: 'line',
  value: point => point.commission,
}

export const timeSeries = [play<ChartPoint>(), win<ChartPoint>(), commission]
export const gameSeries = [play<ChartGame>(), win<ChartGame>()]
export const branchSeries = [play<TurnoverRow>(), win<TurnoverRow>()]
