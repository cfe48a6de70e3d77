import type { AnyEvent } from '@cascade/contracts'
import type { CollectionPlan, FeedSource, Tx } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import type { z } from 'zod'

/**
 * What is kept of a producer's events for reading. It can be built anew beside the one that is in use: each generation
 * writes to collections of its own, whose names begin with `prefix`.
 */
export type View = FeedSource & {
  /** Events of one transaction; fewer where one of them may tell of many. */
  batchSize?: number
  plans: (prefix: string) => readonly CollectionPlan[]
  schemas: Readonly<Record<string, z.ZodType<AnyEvent>>>
  /** Writes a batch, in the transaction that also moves the generation's cursor. */
  project: (db: Db, prefix: string, events: readonly AnyEvent[], tx: Tx) => Promise<void>
}

export const prefixOf = (generation: number) => `g${generation}_`
/** Name of a generation's cursors and of its durable consumers. */
export const consumerOf = (generation: number) => `reports-g${generation}`
