export { type Decision, type DrawInput, decide, decideBooster, type Replay, replay } from './decide'
export * from './seed'
