export { liveApi, liveEndpoints } from './api'
export { applyLiveChange } from './apply-live-change'
export { Bet, betTexts, CreateBet, maxBetsPerTicket, maxTicketsPerClaim, PlacedBet, TakenWins, TakeWins } from './bet'
export { liveCallExamples } from './call-examples'
export {
  AddedResult,
  AddResult,
  ChangeBalance,
  ChangedBalance,
  CorrectionPreview,
  CorrectionQuery,
  CorrectionRow,
  CorrectResult,
  EndedStop,
  GameAtAdmin,
  LimitUse,
  liveTexts,
  SetStop,
  Stop,
} from './control'
export {
  DrawListQuery,
  DrawPage,
  DrawParams,
  DrawRow,
  DrawState,
  DrawTicket,
  DrawTicketsQuery,
  PublicRecord,
} from './draws'
export { DrawResulted, DrawSettled, GameBusy, liveEvents, Rates, TicketClaimed } from './events'
export { historyRowExample, liveChangeExample, liveExamples, liveGameExample } from './examples'
export { OldFacts, OldRecord } from './fairness/old-record'
export { Booster } from './fairness/record-values'
export { SeedChain } from './fairness/seed-chain'
export { ProvenTicket, TicketProof } from './fairness/ticket-proof'
export {
  FeedError,
  FeedRequest,
  HandedActor,
  LiveEpoch,
  liveChangeEvent,
  liveEpochSubject,
  liveFeedSubject,
  liveInternal,
  OpenPlay,
  TimerPush,
} from './feed'
export {
  Correction,
  HistoryGame,
  HistoryQuery,
  HistoryRow,
  HistoryUser,
  HistoryUsersQuery,
  TicketQuery,
  TicketRow,
} from './history'
export {
  BettingStops,
  FeedPlace,
  LastResult,
  LiveActor,
  LiveChange,
  LiveGame,
  LiveOption,
  LivePair,
  PendingResult,
  PolicyPreview,
} from './live-game'
export { playApi } from './play/api'
export { PlayDraw, PlayGame, PlayTable, TableState } from './play/table'
export { PlayTicket, PlayTicketPage, PlayTicketsQuery, PlayWins } from './play/tickets'
export {
  BoosterReason,
  Confidential,
  ConfidentialFacts,
  changesPerRecord,
  DrawChange,
  DrawDocument,
  DrawFacts,
  DrawRecord,
  PublicJwk,
  SealedRecord,
} from './record'
export { WhatIf, WhatIfDraw, WhatIfQuery, whatIfDraws } from './what-if'
