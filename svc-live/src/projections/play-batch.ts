import type { AnyEvent } from '@cascade/contracts'
import { ClaimDetails, playEvents, RecoverDetails, SettleDetails, VoidDetails } from '@cascade/contracts/accounts'
import type { z } from 'zod'
import { ClosingDetails, StakeDetails } from '../records/ticket'

type DataOf<E extends z.ZodObject<{ data: z.ZodType }>> = z.output<E>['data']
type Posting<D, X> = Omit<D, 'details'> & X & { seq: number; at: Date }

export type Stake = Posting<DataOf<typeof playEvents.stakeBooked>, { details: StakeDetails }>
type Closing = Posting<DataOf<typeof playEvents.gateClosed>, { details: ClosingDetails | undefined }>
type Settlement = Posting<DataOf<typeof playEvents.settlementBooked>, { details: SettleDetails }>
export type Claim = Posting<DataOf<typeof playEvents.claimBooked>, { details: ClaimDetails }>
export type Recovery = Posting<DataOf<typeof playEvents.recoveryBooked>, { details: RecoverDetails }>
export type VoidedStake = Posting<DataOf<typeof playEvents.voidBooked>, { details: VoidDetails }>
type PoolChange = Posting<DataOf<typeof playEvents.poolChanged>, object>

/** A batch of the feed by kind, each kind in order. A void follows its stake, kinds do not depend on order otherwise. */
export type PlayBatch = {
  stakes: Stake[]
  closings: Closing[]
  settlements: Settlement[]
  claims: Claim[]
  recoveries: Recovery[]
  voids: VoidedStake[]
  poolChanges: PoolChange[]
}

/** @throws ZodError for invalid details: the event becomes a dead letter */
export function sortBatch(events: readonly AnyEvent[]): PlayBatch {
  const select = <T>(schema: { shape: { type: { value: string } } }, read: (data: never, event: AnyEvent) => T): T[] =>
    events.filter(event => event.type === schema.shape.type.value).map(event => read(event.data as never, event))
  const position = ({ seq, at }: AnyEvent) => ({ seq, at: new Date(at) })
  const { stakeBooked, gateClosed, settlementBooked, claimBooked, recoveryBooked, voidBooked, poolChanged } = playEvents
  return {
    stakes: select(stakeBooked, (data: DataOf<typeof stakeBooked>, event) => ({
      ...data,
      ...position(event),
      details: StakeDetails.parse(data.details),
    })),
    closings: select(gateClosed, (data: DataOf<typeof gateClosed>, event) => ({
      ...data,
      ...position(event),
      details: ClosingDetails.nullish().parse(data.details) ?? undefined,
    })),
    settlements: select(settlementBooked, (data: DataOf<typeof settlementBooked>, event) => ({
      ...data,
      ...position(event),
      details: SettleDetails.parse(data.details),
    })),
    claims: select(claimBooked, (data: DataOf<typeof claimBooked>, event) => ({
      ...data,
      ...position(event),
      details: ClaimDetails.parse(data.details),
    })),
    recoveries: select(recoveryBooked, (data: DataOf<typeof recoveryBooked>, event) => ({
      ...data,
      ...position(event),
      details: RecoverDetails.parse(data.details),
    })),
    voids: select(voidBooked, (data: DataOf<typeof voidBooked>, event) => ({
      ...data,
      ...position(event),
      details: VoidDetails.parse(data.details),
    })),
    poolChanges: select(poolChanged, (data: DataOf<typeof poolChanged>, event) => ({ ...data, ...position(event) })),
  }
}
