export { RejectedError } from '@cascade/contracts/client'
export type { PlacedBet, PlayDraw, PlayTable, PlayTicket } from '@cascade/contracts/live'
export { createPlayClient, type PlayClient } from './play-client'
