import type { ChartGame, ChartPoint, TurnoverRow } from '@cascade/contracts/reports'
import type { ChartSeries } from '@cascade/ui-kit/charts'
import { texts } from '../../../texts'

const { text } = texts

type Played = { playPoints: number; winPoints: number }

const play = <P extends Played>(): ChartSeries<P> => ({
  ...{ key: 'play', label: text('play'), kind: 'bar' },
  value: point => point.playPoints,
})
const win = <P extends Played>(): ChartSeries<P> => ({
  ...{ key: 'win', label: text('win'), kind: 'bar' },
  value: point => point.winPoints,
})
const commission: ChartSeries<ChartPoint> = {
  ...{ key: 'commission', label: text('commission'), kind: 'line' },
  value: point => point.commission,
}

export const timeSeries = [play<ChartPoint>(), win<ChartPoint>(), commission]
export const gameSeries = [play<ChartGame>(), win<ChartGame>()]
export const branchSeries = [play<TurnoverRow>(), win<TurnoverRow>()]
