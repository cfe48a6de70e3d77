export { plainGame } from './describe-game'
export * from './master-games'
