export * from './master-games'
export * from './plain'
