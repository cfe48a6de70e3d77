export * from './api'
export * from './events'
export * from './feed'
export * from './what-if'
