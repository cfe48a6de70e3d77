export * from './api'
export * from './codes'
export * from './events'
export * from './examples'
