export * from './api'
export * from './feed'
