export * from './api'
export * from './examples'
