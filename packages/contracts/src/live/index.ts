export * from './apply-live-change'
export {
  Bet,
  betsPerTicketMax,
  betTexts,
  CreateBet,
  PlacedBet,
  TakeWins,
  TakeWinsResult,
  ticketsPerClaimMax,
} from './bets'
export { Board, BoardGame, boardExample, boardGamesMax } from './board'
export {
  ChangeBalance,
  ChangedBalance,
  liveTexts,
  OfferingQuery,
} from './control'
export * from './draw-id'
export {
  DrawListQuery,
  DrawPage,
  DrawParams,
  DrawRow,
  DrawState,
  DrawTicket,
  DrawTicketsQuery,
  FoundDraw,
  PublicRecord,
  parseDrawNumber,
} from './draws'
export * from './events'
export { Booster } from './fairness/record-values'
export * from './fairness/seed-chain'
export * from './fairness/ticket-proof'
export * from './feed'
export {
  Correction,
  HistoryGame,
  HistoryQuery,
  HistoryRow,
  HistorySums,
  HistoryUser,
  HistoryUsersQuery,
  historyRowExample,
  TicketQuery,
  TicketRow,
} from './game-history'
export {
  BettingStops,
  FeedPosition,
  LastResult,
  LiveActor,
  LiveChange,
  LiveGame,
  LiveOffering,
  LiveOption,
  liveChangeExample,
  liveGameExample,
  PendingResult,
  PolicyPreview,
} from './live-game'
export * from './play/sockets'
export { PlayDraw, PlayGame, PlayTable, TableState } from './play/tables'
export { PlayTicket, PlayTicketPage, PlayTicketsQuery, PlayWins } from './play/tickets'
export * from './record'
export {
  AddedResult,
  AddResult,
  CorrectionPreview,
  CorrectionQuery,
  CorrectionRow,
  CorrectResult,
  WithdrawResult,
} from './results'
export { EndedStop, LimitUse, SetStop, Stop } from './stops'
export * from './void'
export { VoidedTicket, VoidTicket, voidTexts } from './void-ticket'
export { WhatIf, WhatIfDraw, WhatIfQuery, whatIfDrawsMax } from './what-if'

import { betsApi } from './bets'
import { boardApi } from './board'
import { controlApi } from './control'
import { drawsApi } from './draws'
import { gameHistoryApi } from './game-history'
import { tablesApi } from './play/tables'
import { ticketsApi } from './play/tickets'
import { resultsApi } from './results'
import { stopsApi } from './stops'
import { voidsApi } from './void-ticket'
import { whatIfApi } from './what-if'

export const liveApi = {
  ...controlApi,
  ...resultsApi,
  ...stopsApi,
  ...boardApi,
  ...whatIfApi,
  ...drawsApi,
  ...betsApi,
  ...gameHistoryApi,
  ...voidsApi,
}

/** Calls of player clients besides placing bets and taking wins: always about the caller. */
export const playApi = { ...tablesApi, ...ticketsApi }
