export { type ParsedBets, parseBets } from './bets/parse-bets'
export { payout } from './bets/payout'
export { targetsOf } from './bets/targets'
export { type TicketLine, type WinningLegs, winningLegs, winnings } from './bets/winnings'
export { compileGame } from './game/compile-game'
export {
  DescriptionError,
  type Dimension,
  type Game,
  type Leg,
  legKey,
  noOption,
  type Outcome,
} from './game/game'
export { type Board, createBoard } from './liability/board'
export { costOf, highestCost, outcomeCosts } from './liability/outcome-costs'
export { budgetOf } from './policy/budget'
export { type Candidates, candidatesOf } from './policy/candidates'
export { highestReturn } from './policy/highest-return'
export { type Preview, previewCandidates } from './policy/preview-pick'
export { returnToPlayer } from './policy/return-to-player'
export { type Picks, parseResult, picksOf, resultFromPicks, resultLabel, resultOptions } from './results/parse-result'
