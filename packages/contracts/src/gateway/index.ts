export * from './activity'
export * from './remotes'
