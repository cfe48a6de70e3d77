// Loaded by screens with charts.
export * from './charts/chart-card'
export * from './charts/column-chart'
export * from './charts/rank-chart'
