export { type Login, RejectedError } from '@cascade/contracts/client'
export type { PlacedBet, PlayDraw, PlayTable, PlayTicket } from '@cascade/contracts/live'
export { createPlayClient, type PlayClient, UnknownOutcomeError } from './play-client'
