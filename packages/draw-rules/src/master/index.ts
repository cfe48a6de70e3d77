export { type MasterGame, masterDescription, masterGames } from './master-games'
export { plainGame } from './plain'
