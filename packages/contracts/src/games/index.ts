export * from './api'
export * from './codes'
export * from './events'
