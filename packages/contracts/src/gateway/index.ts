export * from './activity'
export * from './api'
export * from './examples'
export * from './remotes'
