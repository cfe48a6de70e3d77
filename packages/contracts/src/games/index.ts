export * from './api'
export * from './codes'
export * from './description'
export * from './events'
