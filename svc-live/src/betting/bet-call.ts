import type { liveInternal } from '@cascade/contracts/live'
import type { z } from 'zod'

type PlaceBet = (typeof liveInternal)['placeBet']
export type BetCall = z.output<PlaceBet['body']>
export type BetAnswer = z.output<PlaceBet['response']>
