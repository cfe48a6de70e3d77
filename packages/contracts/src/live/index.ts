export * from './api'
export * from './bet'
export * from './feed'
export * from './record'
