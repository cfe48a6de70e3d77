export { RejectedError } from '@cascade/contracts/client'
export type { PlacedBet, PlayDraw, PlayTable } from '@cascade/contracts/live'
export { createPlayClient, type PlayClient } from './play-client'
