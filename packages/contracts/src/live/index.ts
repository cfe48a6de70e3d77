export * from './api'
export * from './examples'
export * from './feed'
