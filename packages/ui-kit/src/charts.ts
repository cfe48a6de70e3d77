// Loaded by screens with charts.
export { ChartCard, type ChartSeries } from './charts/chart-card'
export { ColumnChart } from './charts/column-chart'
export { RankChart } from './charts/rank-chart'
