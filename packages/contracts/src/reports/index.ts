export * from './api'
