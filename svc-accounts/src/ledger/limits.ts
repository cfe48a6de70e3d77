import type { EventPerson } from '@cascade/contracts'

type Setter = Readonly<{ id: string; username: string; role: string; person?: EventPerson | undefined }>
/** Maxima in hundredths; null for none, absent for no change. */
export type OwnMaxima = Readonly<{ stakeDayMax?: bigint | null; lossDayMax?: bigint | null }>
/** A player's own limit in hundredths; null for none. From `next.from` on, `next.max` counts. */
export type OwnLimit = Readonly<{ max: bigint | null; next?: { max: bigint | null; from: Date } }>
type OwnLimits = Readonly<{ stakeDayMax?: OwnLimit; lossDayMax?: OwnLimit; pausedUntil?: Date }>
/** Limits set by an account above, in hundredths. */
export type Limits = Readonly<{
  balanceMax?: bigint
  giveDayMax?: bigint
  mayTransfer?: boolean
  stakeDayMax?: bigint
  lossDayMax?: bigint
}>
/** Points given downwards, stakes and wins of a day, in hundredths. */
export type Use = Readonly<{ gifts: bigint; stakes: bigint; wins: bigint }>
/** Stakes and wins of a day of the players below an account, before the count with this id. */
export type UseBelow = Pick<Use, 'stakes' | 'wins'> & { day: string; counting: string }

/**
 * - `set`, by an account above: null removes a limit. The first limit of play of an account above players needs their day so far: `below`.
 * - `count`: from its commit on, stakes and wins of the players below are counted.
 * - `own`, `pause`: of a player.
 */
export type LimitChange =
  | {
      type: 'set'
      isPlayer: boolean
      /** Versions that the caller has read; others reject the change. */
      version: number
      scopeVersion: number
      set: { [N in keyof Limits]?: Limits[N] | null }
      by: Setter
      below?: UseBelow | undefined
    }
  | { type: 'count'; id: string }
  | { type: 'own'; set: OwnMaxima }
  | { type: 'pause'; days: number }

/** Limits and usage in a wallet row. */
export type WalletLimits = {
  /** Set from above. `counting`: id of the count of stakes and wins below, while there is a limit of play. */
  limits?: Limits & { version: number; by?: Setter; at?: Date; counting?: string }
  /** Set by the player. */
  own?: OwnLimits
  /** Of the last business day with any; stakes and wins of players, and of accounts that count those below. */
  use?: Use & { day: string }
}

export type LimitSummary = Required<WalletLimits> & { balance: bigint }

const unused: Use = { gifts: 0n, stakes: 0n, wins: 0n }

/** Usage of a wallet on a day. */
export const readUse = ({ use }: Pick<WalletLimits, 'use'>, day: string): Use => (use?.day === day ? use : unused)

/** Of an account with players below, these hold for their sum. */
export const limitsPlay = (limits: Limits | undefined): boolean =>
  limits?.stakeDayMax !== undefined || limits?.lossDayMax !== undefined

/** The limit in force at a moment; null for none. */
export function maxAt(limit: OwnLimit | undefined, now: number): bigint | null {
  if (limit?.next && limit.next.from.getTime() <= now) return limit.next.max
  return limit?.max ?? null
}
