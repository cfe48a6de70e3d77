export * from './activity'
export * from './api'
export * from './remotes'
